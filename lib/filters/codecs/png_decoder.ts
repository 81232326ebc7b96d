import { inflateSync } from "node:zlib";
import type { Keeper } from "@/lib/filters/codecs/keeper.ts";
import type { PngDecoder } from "@/lib/filters/codecs/png_fallback.ts";
import type { Unfilter } from "@/lib/filters/codecs/png_rows.ts";
import { brokenImage } from "@/lib/filters/formats/header.ts";
import { type PngParts, readPngParts, toPlainPng } from "@/lib/filters/formats/png.ts";
import { createPixels, type Pixels, toWords } from "@/lib/filters/picture.ts";

/** The WebAssembly that PNG needs. */
export interface PngKeepers {
  readonly rows: Keeper<Unfilter>;
  readonly fallback: Keeper<PngDecoder>;
}

/**
 * Unpacks a PNG: the kinds that almost all are (8 bits, not interlaced) with Deno's own zlib, in half the time of the
 * WebAssembly decoder that is left with the rest. More than the rows take is never unpacked: what lies behind the last
 * one may be gigabytes.
 *
 * @throws {ApiError} `broken_image`.
 */
export async function decodePng(bytes: Uint8Array, keepers: PngKeepers): Promise<Pixels> {
  const parts = readPngParts(bytes);
  const rows = unpack(parts.data, parts.maxRowBytes);
  if (isPlain(parts)) return await keepers.rows((unfilter) => toPixels(parts, rows, unfilter));
  const plain = toPlainPng(bytes);
  return await keepers.fallback((decode) => decode(plain));
}

/** Bytes of a pixel by colour type: grey, red-green-blue, palette, grey with alpha, all with alpha. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function isPlain({ bitDepth, colourType, isInterlaced, transparency }: PngParts): boolean {
  const isKnown = bitDepth === 8 && !isInterlaced && PIXEL_BYTES[colourType] !== undefined;
  // A single transparent colour is rare, and left to the other decoder.
  return isKnown && (transparency === undefined || colourType === 3);
}

/** Unpacks the rows at once, into memory of just their size. */
function unpack(data: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: maxBytes, chunkSize: maxBytes });
  } catch (error) {
    throw brokenImage("its data is damaged or does not fit its size", error);
  }
}

function toPixels(parts: PngParts, rows: Uint8Array, unfilter: Unfilter): Pixels {
  const { width, height, colourType } = parts;
  const pixelBytes = PIXEL_BYTES[colourType]!;
  if (rows.length !== (width * pixelBytes + 1) * height) throw brokenImage("its data does not fit its size");
  const samples = unfilter(rows, width * pixelBytes, pixelBytes);
  const pixels = createPixels(width, height);
  if (colourType === 3) expandPalette(samples, toWords(pixels), toColours(parts));
  else EXPANSIONS[colourType]!(samples, toWords(pixels));
  return pixels;
}

const OPAQUE = 0xff000000;

const EXPANSIONS: Readonly<Record<number, (samples: Uint8Array, words: Uint32Array) => void>> = {
  0(samples, words) {
    for (let i = 0; i < words.length; i++) words[i] = OPAQUE | (samples[i]! * 0x010101);
  },
  2(samples, words) {
    for (let i = 0, at = 0; i < words.length; i++, at += 3) {
      words[i] = OPAQUE | (samples[at + 2]! << 16) | (samples[at + 1]! << 8) | samples[at]!;
    }
  },
  4(samples, words) {
    for (let i = 0; i < words.length; i++) words[i] = (samples[2 * i + 1]! << 24) | (samples[2 * i]! * 0x010101);
  },
  6(samples, words) {
    new Uint8Array(words.buffer).set(samples.subarray(0, words.length * 4));
  },
};

function expandPalette(samples: Uint8Array, words: Uint32Array, colours: Uint32Array): void {
  for (let i = 0; i < words.length; i++) words[i] = colours[samples[i]!]!;
}

function toColours({ palette, transparency }: PngParts): Uint32Array {
  if (palette === undefined) throw brokenImage("its palette is missing");
  // An index beyond the palette is black, as elsewhere.
  const colours = new Uint32Array(256).fill(OPAQUE);
  for (let i = 0; i < palette.length / 3; i++) {
    const alpha = transparency?.[i] ?? 255;
    colours[i] = (alpha << 24) | (palette[3 * i + 2]! << 16) | (palette[3 * i + 1]! << 8) | palette[3 * i]!;
  }
  return colours;
}
