import sharp from "sharp";
import { assert, assertEquals } from "@std/assert";
import { animate, convertFile, filterFile, paintNoise, paintPhoto } from "./pictures.ts";

/** A picture with the place, the camera and further data in every block that its format has. */
async function createPrivatePicture(format: "jpeg" | "png" | "webp"): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: "#c84b13" } })
    .withExif({
      IFD0: { Make: "SecretCamera", Artist: "SecretAuthor" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 28/1 38/1", GPSLongitudeRef: "E", GPSLongitude: "0/1 0/1 5/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretNote</note></x:xmpmeta>')
    .withIccProfile("p3", { attach: true });
  return new Uint8Array(await picture.toFormat(format).toBuffer());
}

for (const format of ["jpeg", "png", "webp"] as const) {
  Deno.test(`a filtered ${format} has no EXIF data, no place and no XMP, but its colour profile`, async () => {
    const source = await createPrivatePicture(format);
    const before = await sharp(source).metadata();
    assert(before.exif !== undefined && before.xmp !== undefined && before.icc !== undefined);
    for (const target of [undefined, "jpeg", "png", "webp"] as const) {
      const { bytes } = await convertFile(source, target);
      const { exif, xmp, iptc, comments, icc } = await sharp(bytes).metadata();
      assertEquals({ exif, xmp, iptc, comments }, {
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        comments: undefined,
      });
      assert(!new TextDecoder("latin1").decode(bytes).includes("Secret"), target);
      assert(icc !== undefined, target);
    }
  });
}

Deno.test("a recoloured GIF has no comment, no XMP and nothing behind its end, but all frames and its loop", async () => {
  const gif = await animate([paintPhoto(20, 10), paintNoise(20, 10, true)], "gif", { loop: 3 });
  const toBlocks = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const comment = [0x21, 0xfe, ...toBlocks("SecretComment"), 0];
  const xmp = [0x21, 0xff, ...toBlocks("XMP DataXMP"), ...toBlocks("SecretNote"), 0];
  // Behind the header, in front of the trailer and behind it.
  const start = 13 + (gif[10]! & 0x80 ? 3 * (2 << (gif[10]! & 7)) : 0);
  const source = new Uint8Array([
    ...gif.subarray(0, start),
    ...comment,
    ...gif.subarray(start, -1),
    ...xmp,
    ...gif.subarray(-1),
    ...new TextEncoder().encode("SecretTail"),
  ]);
  const { bytes } = await filterFile(source, "invert");
  assertEquals(bytes, (await filterFile(gif, "invert")).bytes);
});
