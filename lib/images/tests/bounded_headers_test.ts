import { assert, assertEquals } from "@std/assert";
import { concat, toLatin1, toLittleEndian } from "../bytes.ts";
import { ImageError } from "../image_error.ts";
import { readHeader } from "../probe.ts";

/** The largest file that the service reads. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The most numbers and parts of a file that a header takes: about a millisecond. */
const MAX_STEPS = 350_000;

/** Repeats bytes up to the largest file. */
function fill(piece: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(MAX_BYTES - 10_000);
  bytes.set(piece);
  for (let length = piece.length; length < bytes.length; length *= 2) bytes.copyWithin(length, 0, length);
  return bytes;
}

function toSegment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...content];
}

const SOF = toSegment(0xc0, [8, 0, 16, 0, 16, 1, 1, 0x11, 0]);
const SOS = toSegment(0xda, [1, 1, 0, 0, 63, 0]);
const JPEG_START = [0xff, 0xd8], JPEG_END = [0xff, 0xd9];
const exif = [...toLatin1("Exif\0\0MM\0*\0\0\0\x08\x15\x50"), ...Array<number>(65_000).fill(0)];
const gifStart = [...toLatin1("GIF89a"), 1, 0, 1, 0, 0, 0, 0];
const gifFrame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2];
const riff = (...chunks: Uint8Array[]) => {
  const body = concat([toLatin1("WEBP"), ...chunks]);
  return concat([toLatin1("RIFF"), toLittleEndian(4, body.length), body]);
};
const webpChunk = (type: string, content: ArrayLike<number>) =>
  concat([toLatin1(type), toLittleEndian(4, content.length), content]);
const emptyChunk = [...toLatin1("XXXX"), 0, 0, 0, 0];
const pngStart = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
/** Writes files that took up to a second, and returns whether they can be read now. */
const FILES: Record<string, () => [file: Uint8Array, isReadable: boolean]> = {
  "JPEG of frame headers": () => [concat([JPEG_START, fill(SOF)]), false],
  "JPEG of empty segments": () => [concat([JPEG_START, fill([0xff, 0xe2, 0, 2]), SOF, SOS, JPEG_END]), false],
  "JPEG of EXIF blocks":
    () => [concat([JPEG_START, ...Array(300).fill(toSegment(0xe1, exif)), SOF, SOS, JPEG_END]), true],
  "JPEG of fill bytes": () => [concat([JPEG_START, fill([0xff]), SOF, SOS, JPEG_END]), false],
  "JPEG after other bytes": () => [concat([JPEG_START, [0xff], fill([0, 0x41]), SOF, SOS, JPEG_END]), false],
  "JPEG after restart markers": () => [concat([JPEG_START, fill([0xff, 0xd0]), SOF, SOS, JPEG_END]), false],
  "JPEG of stuffed bytes": () => [concat([JPEG_START, SOF, SOS, fill([0xff, 0]), JPEG_END]), true],
  "JPEG of restart markers": () => [concat([JPEG_START, SOF, SOS, fill([0xff, 0xd0]), JPEG_END]), true],
  "JPEG of scans": () => [concat([JPEG_START, SOF, fill(SOS), JPEG_END]), true],
  "GIF of extensions": () => [concat([gifStart, fill([0x21, 0xfe, 0])]), false],
  "GIF of sub-blocks": () => [concat([gifStart, gifFrame, fill([1, 0x41])]), false],
  "GIF of frames": () => [concat([gifStart, fill([...gifFrame, 0])]), true],
  "GIF of full sub-blocks": () => [concat([gifStart, gifFrame, fill([255, ...Array<number>(255).fill(1)])]), true],
  "PNG of chunks": () => [concat([pngStart, fill([0, 0, 0, 0, ...toLatin1("tEXt"), 0, 0, 0, 0])]), false],
  "WebP of chunks": () => [riff(fill(emptyChunk)), false],
  "WebP of frames of chunks": () => [
    riff(
      webpChunk("VP8X", [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ...Array(200).fill(webpChunk("ANMF", [...Array<number>(16).fill(0), ...fill(emptyChunk).subarray(0, 79_992)])),
    ),
    false,
  ],
};

/** Counts how often a function reads a number, or takes a part of the bytes. */
function countSteps(work: () => void): number {
  let steps = 0;
  const restores = [[DataView.prototype, "getUint8", "getUint16", "getUint32"], [
    Object.getPrototypeOf(Uint8Array.prototype),
    "subarray",
  ]].flatMap(([owner, ...names]) =>
    names.map((name) => {
      const original = owner[name];
      owner[name] = function (...parameters: unknown[]) {
        steps++;
        return original.apply(this, parameters);
      };
      return () => owner[name] = original;
    })
  );
  try {
    work();
  } finally {
    restores.forEach((restore) => restore());
  }
  return steps;
}

for (const [name, write] of Object.entries(FILES)) {
  Deno.test(`readHeader() reads a bounded number of parts of 20 MiB: ${name}`, () => {
    const [file, isReadable] = write();
    assert(file.length > 15_000_000 && file.length <= MAX_BYTES);
    let outcome: unknown;
    const steps = countSteps(() => {
      try {
        readHeader(file);
        outcome = true;
      } catch (error) {
        outcome = error instanceof ImageError && error.code === "broken_image" ? false : error;
      }
    });
    assertEquals(outcome, isReadable);
    assert(steps < MAX_STEPS, `${steps} steps`);
  });
}
