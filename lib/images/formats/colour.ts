import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { startsWith, textAt, viewOf } from "../bytes.ts";
import type { Header } from "./header.ts";
import { readAvifProfile } from "./avif.ts";
import { readJpegSegments, SOS } from "./jpeg.ts";
import { type PngChunk, readPngChunks } from "./png.ts";
import { readWebpChunks } from "./webp.ts";

/** The colour space of an image, as far as its file states it. */
export interface Colour {
  readonly profile?: IccProfile | undefined;
  /** The PNG chunks of the source that describe its colour space. Other formats cannot store them. */
  readonly pngChunks?: readonly Omit<PngChunk, "isValid">[];
}

/** An ICC profile for grey or RGB images. */
export interface IccProfile {
  readonly bytes: Uint8Array;
  readonly isGrey: boolean;
}

/** The largest profile that is copied: those of cameras and screens have 0.5 to 70 KB. */
const MAX_PROFILE_BYTES = 1024 * 1024;

/** The largest compressed profile. Bytes that inflate to nothing take a microsecond each, and nothing can stop it. */
const MAX_DEFLATED_BYTES = 256 * 1024;

/** The size of the header of a profile and of the number of its tags. */
const PROFILE_HEADER_BYTES = 132;

/** The size of an entry of its tag table. */
const TAG_BYTES = 12;

/** Reads the colour space of an image. A broken profile, and one for other colours than grey and RGB, is left out. */
export function readColour(bytes: Uint8Array, { format, isCmyk }: Header): Colour {
  if (format === "png") return readPngColour(bytes);
  if (format === "jpeg" && !isCmyk) return { profile: toProfile(readJpegProfile(bytes)) };
  if (format === "avif") return { profile: toProfile(readAvifProfile(bytes)) };
  if (format !== "webp") return {};
  const chunk = readWebpChunks(bytes).find(({ type }) => type === "ICCP");
  return { profile: chunk && toProfile(bytes.subarray(chunk.start, chunk.end)) };
}

const COLOUR_CHUNKS = ["cICP", "mDCV", "cLLI", "gAMA", "cHRM", "sRGB"];

function readPngColour(bytes: Uint8Array): Colour {
  const all = [...readPngChunks(bytes)];
  // Browsers ignore what follows the beginning of the image data.
  const chunks = all.slice(0, all.findIndex(({ type }) => type === "IDAT"));
  const find = (name: string) => chunks.find((chunk) => chunk.type === name && chunk.isValid());
  return {
    profile: inflateProfile(find("iCCP")?.content),
    pngChunks: COLOUR_CHUNKS.flatMap((name) => find(name) ?? []),
  };
}

/** Inflates the content of an iCCP chunk: a name, a zero, the compression method 0, and a zlib stream. */
function inflateProfile(content: Uint8Array | undefined): IccProfile | undefined {
  if (content === undefined) return undefined;
  try {
    const data = content.subarray(content.indexOf(0) + 2);
    if (data.length > MAX_DEFLATED_BYTES) return undefined;
    return toProfile(inflateSync(data, { maxOutputLength: MAX_PROFILE_BYTES }));
  } catch {
    // Not a zlib stream, or a decompression bomb.
    return undefined;
  }
}

const APP2 = 0xe2;
const ICC_PREFIX = "ICC_PROFILE\0";

/** Joins the parts of a profile. Each APP2 segment has a prefix, the number of the part from 1, and their count. */
function readJpegProfile(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let count = 0;
  for (const { marker, content } of readJpegSegments(bytes)) {
    if (marker === SOS) break;
    if (marker !== APP2 || !startsWith(content, ICC_PREFIX)) continue;
    count = content[ICC_PREFIX.length + 1]!;
    parts[content[ICC_PREFIX.length]! - 1] ??= content.subarray(ICC_PREFIX.length + 2);
  }
  const isComplete = parts.length === count && !parts.includes(undefined!);
  return Buffer.concat(isComplete ? parts : []);
}

/** Checks the header of a profile (ICC.1, clause 7.2) and the size of its tag table. */
function toProfile(bytes: Uint8Array): IccProfile | undefined {
  if (bytes.length < PROFILE_HEADER_BYTES || bytes.length > MAX_PROFILE_BYTES) return undefined;
  const view = viewOf(bytes);
  const length = view.getUint32(0);
  const tags = view.getUint32(PROFILE_HEADER_BYTES - 4);
  const space = textAt(bytes, 16);
  const isValid = textAt(bytes, 36) === "acsp" && length <= bytes.length &&
    PROFILE_HEADER_BYTES + tags * TAG_BYTES <= length;
  if (!isValid || (space !== "RGB " && space !== "GRAY")) return undefined;
  return { bytes: bytes.subarray(0, length), isGrey: space === "GRAY" };
}
