import { assert, assertEquals, assertThrows } from "@std/assert";
import { createJpegDecoderPool } from "@/lib/images/codecs/jpeg_decoder.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { ImageError } from "@/lib/images/image_error.ts";
import { createDice, mutate } from "@/tests/fuzz/mutate.ts";
import { toComponents, toSegment, writeJpeg, type WriteJpegOptions } from "@/tests/lib/images/jpeg_writer.ts";
import { fromFile, paintNoise, paintPhoto, toDistance, toSharp } from "@/tests/lib/images/pictures.ts";

const pool = createJpegDecoderPool(modules.jpegDecoder);

const ADOBE_RGB = toSegment(0xee, [...new TextEncoder().encode("Adobe"), 0, 100, 0, 0, 0, 0, 0]);
const JFIF = toSegment(0xe0, [...new TextEncoder().encode("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Asserts that a file is read to the very pixels that the other program reads. */
async function assertSame(file: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  const pixels = pool.use((decode) => decode(file));
  assertEquals(toDistance(pixels, await fromFile(file)), 0, name);
}

const SIZES = [[1, 1], [2, 3], [5, 2], [7, 9], [8, 8], [15, 16], [17, 33], [67, 45]] as const;

Deno.test("JPEGs of every sampling and size are read exactly as by the other program", async () => {
  const samplings = [[1, 1], [2, 1], [1, 2], [2, 2], [4, 1], [4, 2], [1, 4]] as const;
  for (const [width, height] of SIZES) {
    for (const [across, down] of samplings) {
      const file = writeJpeg({ width, height, components: toComponents(across, down), extra: JFIF });
      await assertSame(file, `${width}×${height}, ${across}×${down}`);
    }
    await assertSame(
      writeJpeg({ width, height, components: [{ id: 1, across: 2, down: 2 }] }),
      `grey ${width}×${height}`,
    );
  }
});

Deno.test("JPEGs with all sorts of structure are read exactly as by the other program", async () => {
  const size = { width: 67, height: 45 };
  const halved = toComponents(2, 2);
  const files: Record<string, WriteJpegOptions> = {
    "a restart after each unit": { ...size, components: halved, restartInterval: 1 },
    "a restart after every third": { ...size, components: toComponents(2, 1), restartInterval: 3 },
    "a scan for each component": { ...size, components: halved, scans: [[0], [1], [2]] },
    "a scan for two": { ...size, components: halved, scans: [[0], [2, 1]], restartInterval: 2 },
    "components mixed up": { ...size, components: [...halved].reverse() },
    "colours finer than light": { ...size, components: [1, 2, 3].map((id) => ({ id, across: id % 2 + 1, down: 1 })) },
    "codes left out": { ...size, components: halved, leavesOutCodes: true },
    "quantisers of 16 bits": { ...size, components: halved, wideQuantisers: true },
    "red, green and blue by Adobe": { ...size, components: toComponents(1, 1), extra: ADOBE_RGB },
    "red, green and blue by name": { ...size, components: toComponents(1, 1, [82, 71, 66]) },
    "JFIF before Adobe": { ...size, components: toComponents(1, 1), extra: [...JFIF, ...ADOBE_RGB] },
    "nothing said of colours": { ...size, components: toComponents(1, 1, [7, 8, 9]) },
  };
  for (const [name, options] of Object.entries(files)) await assertSame(writeJpeg(options), name);
});

Deno.test("JPEGs of the other program are read exactly", async () => {
  const kinds = [{}, { progressive: true }, { mozjpeg: true }, { optimiseCoding: false }, {
    progressive: true,
    mozjpeg: true,
  }];
  for (const [width, height] of SIZES) {
    for (const [i, kind] of kinds.entries()) {
      for (const chromaSubsampling of ["4:4:4", "4:2:0"]) {
        for (const quality of [30, 90, 100]) {
          const picture = toSharp(i % 2 === 0 ? paintPhoto(width, height) : paintNoise(width, height, true));
          const file = await picture.jpeg({ ...kind, chromaSubsampling, quality }).toBuffer();
          await assertSame(new Uint8Array(file), `${width}×${height}, ${JSON.stringify(kind)} ${chromaSubsampling}`);
        }
      }
    }
  }
});

/** A good file to be damaged: its restarts make it easy to cut. */
const GOOD = writeJpeg({ width: 67, height: 45, components: toComponents(2, 2), restartInterval: 2 });

function findMarker(marker: number, nth = 0): number {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = GOOD.findIndex((byte, j) => j > at && byte === 0xff && GOOD[j + 1] === marker);
  return at;
}

/** Replaces some bytes by others. */
function patch(at: number, remove: number, ...values: number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...GOOD.subarray(0, at), ...values, ...GOOD.subarray(at + remove)]);
}

Deno.test("damaged JPEGs are refused as broken, each time", async () => {
  const frame = findMarker(0xc0), scan = findMarker(0xda), codes = findMarker(0xc4), acCodes = findMarker(0xc4, 1);
  const segmentBytes = (at: number) => 2 + GOOD[at + 2]! * 256 + GOOD[at + 3]!;
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    "no quantiser": patch(findMarker(0xdb), 69),
    "another quantiser": patch(frame + 12, 1, 3),
    "other DC codes": patch(scan + 6, 1, 0x20),
    "other AC codes": patch(scan + 6, 1, 0x02),
    "more codes than can be": patch(codes + 5, 2, 3, 0),
    "more than 256 codes": patch(acCodes + 5, 16, ...Array(16).fill(255)),
    "DC codes for numbers of 16 bits": patch(codes + 21, 1, 16),
    "codes of an unknown kind": patch(codes + 4, 1, 0x20),
    "no component": patch(frame + 9, 1, 0),
    "two components": patch(frame + 9, 1, 2),
    "a component twice": patch(frame + 13, 1, 1),
    "a component twice in a scan": patch(scan + 7, 1, 1),
    "an unknown component in a scan": patch(scan + 7, 1, 9),
    "no component in a scan": patch(scan + 4, 7, 0),
    "a component without blocks": patch(frame + 11, 1, 0x20),
    "a component of five blocks": patch(frame + 11, 1, 0x51),
    "two frames": patch(scan, 0, ...GOOD.subarray(frame, frame + segmentBytes(frame))),
    "no frame": patch(frame, segmentBytes(frame)),
    "no scan": GOOD.subarray(0, scan).slice(),
    "a scan cut off": patch(findMarker(0xd1), GOOD.length - 2 - findMarker(0xd1)),
    "a restart too few": patch(findMarker(0xd1), 2),
    "a restart too early": patch(findMarker(0xd1) - 12, 12),
    "restarts out of order": patch(findMarker(0xd1) + 1, 1, 0xd2),
    "a code that does not exist": patch(findMarker(0xd1) - 8, 6, 0xff, 0, 0xff, 0, 0xff, 0),
    "a scan that brings no component": writeJpeg({ width: 9, height: 9, components: toComponents(1, 1), scans: [[0]] }),
  };
  for (const [name, file] of Object.entries(files)) {
    const error = assertThrows(() => pool.use((decode) => decode(file)), Error, undefined, name);
    const isTold = error instanceof ImageError && ["broken_image", "unsupported_format"].includes(error.code);
    assert(isTold || error instanceof RangeError, `${name}: ${error}`);
    await assertSame(GOOD, `after ${name}`);
  }
});

Deno.test("impossible progressive scans are refused", async () => {
  const progressive = new Uint8Array(await toSharp(paintPhoto(67, 45)).jpeg({ progressive: true }).toBuffer());
  const scans = [...progressive.keys()].filter((i) => progressive[i] === 0xff && progressive[i + 1] === 0xda);
  const band = (scan: number) => scan + 5 + 2 * progressive[scan + 4]!;
  const damages = [
    [band(scans[0]!), 1],
    [band(scans[0]!) + 1, 5],
    [band(scans[0]!) + 2, 0x0e],
    [band(scans[1]!) + 1, 64],
    [band(scans[1]!) + 1, 0],
    [band(scans.at(-1)!) + 2, 0x20],
  ] as const;
  for (const [at, value] of damages) {
    const file = progressive.slice();
    file[at] = value;
    assertThrows(() => pool.use((decode) => decode(file)), ImageError, "damaged");
  }
});

Deno.test("no damage makes the decoder reach outside of its memory or harm the next picture", async () => {
  const dice = createDice(5);
  const progressive = new Uint8Array(await toSharp(paintPhoto(61, 47)).jpeg({ progressive: true }).toBuffer());
  const wanted = await fromFile(GOOD);
  let refused = 0;
  for (let i = 0; i < 600; i++) {
    const file = mutate(i % 2 === 0 ? GOOD : progressive, dice);
    try {
      const { width, height } = pool.use((decode) => decode(file));
      assert(width * height > 0);
    } catch (error) {
      assert(error instanceof ImageError || error instanceof RangeError, `file ${i}: ${error}`);
      refused++;
    }
    assertEquals(toDistance(pool.use((decode) => decode(GOOD)), wanted), 0, `after file ${i}`);
  }
  assert(refused > 100 && refused < 600, `${refused}`);
});
