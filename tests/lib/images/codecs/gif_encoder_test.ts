import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import type { Pixels } from "@/lib/images/pixels.ts";
import { ifInstalled } from "@/tests/programs.ts";
import { filterFile, fromAnimation, paint, paintPhoto, toDistance, toPng } from "@/tests/lib/images/pictures.ts";

/** Joins frames to a lossless animation, which our encoder reads. */
async function join(
  frames: readonly Pixels[],
  delay: number[] = frames.map(() => 100),
): Promise<Uint8Array<ArrayBuffer>> {
  const files = await Promise.all(frames.map(toPng));
  return new Uint8Array(
    await sharp(files, { join: { animated: true } }).webp({ lossless: true, exact: true, delay, loop: 0 }).toBuffer(),
  );
}

async function toGif(frames: readonly Pixels[]): Promise<Uint8Array<ArrayBuffer>> {
  return (await filterFile(await join(frames), "contrast", { strength: "0", format: "gif" })).bytes;
}

const SIZE = { width: 40, height: 30 };

/** A square on a background; both may be transparent. */
function paintSquare(left: number, top: number, background: readonly [number, number, number, number]): Pixels {
  return paint(
    SIZE.width,
    SIZE.height,
    (x, y) => x >= left && x < left + 8 && y >= top && y < top + 8 ? [200, x * 4, y * 4, 255] : background,
  );
}

const GREEN = [20, 200, 20, 255] as const, NOTHING = [0, 0, 0, 0] as const;

/** Makes every visible pixel opaque, because a GIF cannot be translucent. */
function toOpaque(frame: Pixels): Pixels {
  return { ...frame, data: frame.data.map((value, i) => i % 4 === 3 && value > 0 ? 255 : value) };
}

const SEQUENCES: Readonly<Record<string, Pixels[]>> = {
  "a transparent frame after an opaque one": [
    paintSquare(0, 0, GREEN),
    paintSquare(9, 5, NOTHING),
    paintSquare(0, 0, GREEN),
  ],
  "a square that moves over nothing": [3, 10, 17, 31].map((left) => paintSquare(left, left % 20, NOTHING)),
  "a square that moves over a colour": [3, 10, 17, 31].map((left) => paintSquare(left, left % 20, GREEN)),
  "frames without a change": [
    paintSquare(3, 3, GREEN),
    paintSquare(3, 3, [20, 200, 20, 250]),
    paintSquare(9, 3, GREEN),
  ],
  "an empty frame": [paintSquare(3, 3, GREEN), paint(40, 30, () => NOTHING), paintSquare(9, 3, NOTHING)],
};

for (const [name, frames] of Object.entries(SEQUENCES)) {
  Deno.test(`a GIF shows ${name} exactly`, async () => {
    const shown = await fromAnimation(await toGif(frames));
    assertEquals(shown.map((frame, i) => toDistance(frame, toOpaque(frames[i]!))), frames.map(() => 0));
  });

  Deno.test(ifInstalled("convert", `ImageMagick shows ${name} in a GIF exactly`), async () => {
    const command = new Deno.Command("convert", {
      args: ["gif:-", "-coalesce", "-depth", "8", "rgba:-"],
      stdin: "piped",
      stdout: "piped",
    });
    const child = command.spawn();
    const writer = child.stdin.getWriter();
    await writer.write(await toGif(frames));
    await writer.close();
    const { stdout } = await child.output();
    const data = new Uint8ClampedArray(stdout);
    const frameBytes = SIZE.width * SIZE.height * 4;
    const shown = frames.map((_, i) => data.slice(i * frameBytes, (i + 1) * frameBytes));
    // The colour of a transparent pixel does not matter.
    for (const frame of shown) {
      for (let i = 0; i < frame.length; i += 4) if (frame[i + 3] === 0) frame.fill(0, i, i + 4);
    }
    assertEquals([data.length, ...shown.map((data, i) => toDistance({ ...SIZE, data }, toOpaque(frames[i]!)))], [
      frameBytes * frames.length,
      ...frames.map(() => 0),
    ]);
  });
}

Deno.test("an animated GIF takes at most 1.2 times the bytes of sharp's", async () => {
  const photo = paintPhoto(120, 90);
  const frames = Array.from({ length: 8 }, (_, i) =>
    paint(120, 90, (x, y) => {
      const [red, green, blue] = photo.data.subarray((y * 120 + x) * 4);
      return Math.hypot(x - 10 * i - 20, y - 45) < 12 ? [240, 30 + x, 30, 255] : [red!, green!, blue!, 255];
    }));
  const source = await join(frames);
  const theirs = await sharp(source, { animated: true }).gif().toBuffer();
  const ours = await toGif(frames);
  assert(ours.length <= 1.2 * theirs.length, `${ours.length} of ${theirs.length} bytes`);
});

Deno.test("delays of a GIF add up to those of its source, and none is too short for browsers", async () => {
  const frames = [3, 10, 17, 31, 3, 10].map((left) => paintSquare(left, 5, GREEN));
  const source = await join(frames, [33, 33, 34, 16, 16, 70]);
  const { bytes } = await filterFile(source, "invert", { format: "gif" });
  assertEquals((await sharp(bytes, { animated: true }).metadata()).delay, [30, 40, 30, 20, 20, 60]);
});
