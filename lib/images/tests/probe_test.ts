import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { concat } from "../bytes.ts";
import { probe } from "../probe.ts";
import { ImageError } from "../image_error.ts";
import { animate, decodeFile, paint, paintPhoto, toSharp } from "./pictures.ts";

const PHOTO = toSharp(paintPhoto(31, 17));
const FILES: Record<string, Uint8Array> = {
  jpeg: await PHOTO.clone().jpeg().toBuffer(),
  progressive: await PHOTO.clone().jpeg({ progressive: true }).toBuffer(),
  png: await PHOTO.clone().png().toBuffer(),
  gif: await PHOTO.clone().gif().toBuffer(),
  webp: await PHOTO.clone().webp().toBuffer(),
  lossless: await PHOTO.clone().webp({ lossless: true }).toBuffer(),
};

/** Creates an animation of `count` different frames. */
function animateShades(format: "gif" | "webp", count: number): Promise<Uint8Array> {
  const frames = Array.from({ length: count }, (_, i) => paint(20, 10, (x, y) => [x * 9, y * 9, i * 40, 255]));
  return animate(frames, format, { delay: Array(count).fill(70), loop: 4 });
}

function errorOf(bytes: Uint8Array): unknown {
  const { code, details } = assertThrows(() => probe(bytes), ImageError);
  return details === undefined ? code : [code, details];
}

/** Returns a copy with some bytes replaced. */
function patch(bytes: Uint8Array, at: number, values: readonly number[]): Uint8Array {
  // Not slice(): it returns a Buffer, which may share its memory.
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}

Deno.test("probe() detects format and size by content", () => {
  for (const [name, bytes] of Object.entries(FILES)) {
    const { format, width, height, frames } = probe(bytes);
    const wanted = name === "progressive" ? "jpeg" : name === "lossless" ? "webp" : name;
    assertEquals([format, width, height, frames], [wanted, 31, 17, 1], name);
  }
  assertEquals(probe(FILES["lossless"]!).lossless, true);
});

Deno.test("probe() reads the number of frames and the loop count of animations", async () => {
  for (const format of ["gif", "webp"] as const) {
    const { frames, loop, totalPixels } = probe(await animateShades(format, 5));
    assertEquals([frames, loop, totalPixels], [5, 4, 1000], format);
  }
});

Deno.test("probe() throws on too many pixels in all frames, and on too many frames", async () => {
  const gif = new Uint8Array(await animateShades("gif", 5));
  // The logical screen of 20 × 10 pixels becomes larger.
  const large = patch(gif, 6, [0x88, 0x13, 0x00, 0x08]);
  assertEquals(errorOf(large), ["too_many_pixels", { limit: 50e6, got: 5 * 5000 * 2048 }]);
  const frame = Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0);
  const many = concat([gif.subarray(0, -1), ...Array(996).fill(frame), gif.subarray(-1)]);
  assertEquals(errorOf(many), ["too_many_frames", { limit: 1000, got: 1001 }]);
});

Deno.test("probe() throws on small files with a huge size in a header, also in that of a GIF frame", () => {
  const { png, gif, jpeg, webp } = FILES;
  const huge = [255, 255, 255, 255];
  const sof = jpeg!.findIndex((byte, i) => byte === 0xff && jpeg![i + 1] === 0xc0);
  const frame = gif!.findLastIndex((byte, i) => byte === 0x2c && gif![i + 5] === 31);
  const files: [Uint8Array, number][] = [
    [patch(png!, 16, [0, 0, 255, 255, 0, 0, 255, 255]), 65_535],
    [patch(gif!, 6, huge), 65_535],
    [patch(gif!, frame + 5, huge), 65_535],
    [patch(jpeg!, sof + 5, huge), 65_535],
    [patch(webp!, 26, [255, 63, 255, 63]), 16_383],
  ];
  for (const [file, side] of files) {
    assertEquals(errorOf(file), ["too_many_pixels", { limit: 25e6, got: side ** 2 }], `${file.subarray(0, 4)}`);
  }
});

Deno.test("probe() throws on a WebP with a canvas smaller than its bitstream", async () => {
  const bytes = await toSharp({ ...paintPhoto(20, 10) }).removeAlpha().ensureAlpha(0.5).webp().toBuffer();
  assertEquals(String.fromCharCode(...bytes.subarray(12, 16)), "VP8X");
  assertEquals(errorOf(patch(bytes, 24, [1, 0, 0, 1, 0, 0])), "broken_image");
});

Deno.test("a JPEG with more than 64 scans is an error, and so is a large one with many or too little data", async () => {
  const { jpeg, progressive } = FILES;
  const widen = (bytes: Uint8Array, marker: number) => {
    const sof = bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === marker);
    return patch(bytes, sof + 5, [0x13, 0x88, 0x13, 0x88]);
  };
  const repeatScan = (bytes: Uint8Array, times: number) => {
    const scan = bytes.subarray(bytes.findLastIndex((byte, i) => byte === 0xff && bytes[i + 1] === 0xda), -2);
    return concat([bytes.subarray(0, -2), ...Array(times).fill(scan), bytes.subarray(-2)]);
  };
  const large = widen(progressive!, 0xc2);
  assertEquals(probe(large).framePixels, 25_000_000);
  assertEquals(errorOf(widen(jpeg!, 0xc0)), "broken_image");
  // Only the decoder searches for scans, because that takes long.
  for (const [file, limit] of [[repeatScan(progressive!, 64), 64], [repeatScan(large, 10), 16]] as const) {
    probe(file);
    await assertRejects(() => decodeFile(file), ImageError, `it has more than ${limit} scans`);
  }
});

Deno.test("probe() throws unsupported_format on other files, and names the common ones", () => {
  const bytesOf = (content: string) => Uint8Array.from(content, (character) => character.charCodeAt(0));
  const files = {
    "": "an empty file",
    '{"message":"h\xc3\xa9llo"}\n': "text",
    "BM\0.....": "an unknown format",
    "BMW is a maker of cars": "text",
    "h\x1bello": "an unknown format",
    "RIFF\0..\0WAVE": "an unknown format",
    "II*\0....": "a TIFF image",
    "MM\0*....": "a TIFF image",
    "\0\0\0\x18ftypheic\0\0\0\0mif1heic": "a HEIC image",
    "\0\0\0\x18ftypmif1\0\0\0\0mif1heic": "a HEIC image",
    "\0\0\0\x18ftypisom\0\0\0\0isomavc1": "a video",
    "\0\0\x01\0\x01\0": "an ICO image",
    "\0\0\0\x0cjP  \r\n": "a JPEG 2000 image",
    "\0\0\0\x0cJXL \r\n": "a JPEG XL image",
    "\xff\x0a..": "a JPEG XL image",
    "%PDF-1.7": "a PDF document",
    "<svg xmlns='http://www.w3.org/2000/svg'/>": "an SVG image",
    "\xef\xbb\xbf<?xml version='1.0'?>\n<svg/>": "an SVG image",
    "<!-- drawn by hand --><svg/>": "an SVG image",
    "\n<!DOCTYPE html><title>404</title>": "an HTML page",
    "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'>": "an HTML page",
    "<!-- saved from a browser -->\n<html><body>": "an HTML page",
  };
  for (const [content, name] of Object.entries(files)) {
    const error = assertThrows(() => probe(bytesOf(content)), ImageError, `got ${name}`);
    assertEquals(error.code, "unsupported_format");
  }
});
