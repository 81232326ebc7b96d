import { assertEquals } from "@std/assert";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { FORMATS } from "../../format.ts";
import { FILTERS } from "../../filters/table.ts";
import { toPngFile } from "../samples.ts";
import { writeChunk } from "../codecs/png_chunks.ts";
import { filterFile, pack, paintPhoto, toSharp, toStep } from "../pictures.ts";

const photo = paintPhoto(40, 30);
const tagged = () => toSharp(photo).removeAlpha().withIccProfile("p3");

const profileOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).icc?.toString("hex");

const P3 = await profileOf(await pack(tagged().png()));

Deno.test("a Display P3 profile survives every filter, and every conversion from JPEG, PNG and WebP", async () => {
  for (const from of ["jpeg", "png", "webp"] as const) {
    const file = await pack(tagged()[from]());
    assertEquals(await profileOf(file), P3, "the source");
    // No filter knows the format.
    for (const { name: filter } of from === "png" ? FILTERS : []) {
      assertEquals(await profileOf((await filterFile(file, toStep(filter))).bytes), P3, `${from}, ${filter}`);
    }
    for (const to of FORMATS) {
      const wanted = to === "gif" ? undefined : P3;
      assertEquals(
        await profileOf((await filterFile(file, "invert", { format: to })).bytes),
        wanted,
        `${from} to ${to}`,
      );
    }
  }
});

/** Makes a PNG of four grey pixels with chunks before its data. */
const withChunks = (...chunks: Uint8Array[]) => {
  const rows = deflateSync(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12));
  return toPngFile(2, 2, rows, 2, new Uint8Array(chunks.flatMap((chunk) => [...chunk])));
};
const toIccp = (profile: Uint8Array) => writeChunk("iCCP", Uint8Array.of(0x61, 0, 0, ...deflateSync(profile)));
const profile = Uint8Array.fromHex(P3!);

Deno.test("gAMA, cHRM, sRGB, cICP and the range of brightness are copied from PNG to PNG", async () => {
  const chunks = [
    writeChunk("gAMA", Uint8Array.of(0, 0, 0x56, 0x78)),
    writeChunk("cHRM", new Uint8Array(32).fill(7)),
    writeChunk("sRGB", Uint8Array.of(1)),
    writeChunk("cICP", Uint8Array.of(12, 13, 0, 1)),
    writeChunk("mDCV", new Uint8Array(24).fill(9)),
    writeChunk("cLLI", new Uint8Array(8).fill(5)),
  ];
  const { bytes } = await filterFile(withChunks(...chunks), "invert");
  for (const chunk of chunks) assertEquals(bytes.toHex().includes(chunk.toHex()), true, chunk.toHex());
});

Deno.test("a profile for grey survives in PNG, also with few levels and with transparency", async () => {
  const grey = profile.slice();
  grey.set(new TextEncoder().encode("GRAY"), 16);
  // Without and with alpha; each row begins with its filter type.
  for (const [colourType, row] of [[0, Array(20).fill(30)], [4, Array(20).fill([30, 128]).flat()]] as const) {
    const rows = Array(20).fill([0, ...row]).flat();
    const file = toPngFile(20, 20, deflateSync(Uint8Array.from(rows)), colourType, toIccp(grey));
    assertEquals(await profileOf((await filterFile(file, "invert")).bytes), grey.toHex(), `${colourType}`);
  }
});

Deno.test("a broken, huge or foreign profile is left out, and the image is filtered", async () => {
  const patched = (at: number, text: string) => {
    const copy = profile.slice();
    copy.set(new TextEncoder().encode(text), at);
    return toIccp(copy);
  };
  const broken = {
    signature: patched(36, "acsq"),
    "four inks": patched(16, "CMYK"),
    "length beyond its end": patched(0, "\0\x0f\0\0"),
    "too many tags": patched(128, "\x7f\0\0\0"),
    "too short": toIccp(profile.subarray(0, 100)),
    bomb: toIccp(new Uint8Array(64 * 1024 * 1024)),
    "not compressed": writeChunk("iCCP", Uint8Array.of(0x61, 0, 0, 1, 2, 3)),
    "wrong checksum": toIccp(profile).map((byte, i, { length }) => i === length - 1 ? byte ^ 1 : byte),
  };
  for (const [name, chunk] of Object.entries(broken)) {
    for (const format of ["png", "jpeg", "webp"] as const) {
      assertEquals(await profileOf((await filterFile(withChunks(chunk), "invert", { format })).bytes), undefined, name);
    }
  }
});
