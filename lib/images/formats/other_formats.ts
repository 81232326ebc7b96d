// deno-lint-ignore-file no-control-regex -- the signatures of files are bytes
import { textAt, viewOf } from "../bytes.ts";

/** How files of other formats begin, as far as callers confuse them with images that this library reads. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^.{4}ftyp(hei|hev|mif1|msf1)/s, "a HEIC image"],
  [/^.{4}ftyp/s, "a video"],
  [/^(II\*\0|MM\0\*)/, "a TIFF image"],
  [/^\0\0[\x01\x02]\0/, "an ICO image"],
  [/^(\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/, "a JPEG 2000 image"],
  [/^(\0\0\0\x0cJXL |\xff\x0a)/, "a JPEG XL image"],
  [/^BM.{12}[\x0c-\x7c]\0\0\0/s, "a BMP image"],
  [/^%PDF-/, "a PDF document"],
  // A page may begin like a drawing, with a comment or as XML.
  [/^(\xef\xbb\xbf)?\s*<(.*<)?(!doctype html|html|head|body)/is, "an HTML page"],
  [/^(\xef\xbb\xbf)?\s*(<\?xml|<!--|<!doctype svg|<svg[\s>])/i, "an SVG image"],
  [/^$/, "an empty file"],
  // No control characters. What is not ASCII may be UTF-8.
  [/^[\t\n\r\x20-\x7e\x80-\xff]+$/, "text"],
];

/** The bytes in which a format is recognized. */
const START_BYTES = 256;

/** Returns the name of the format of a file that this library does not read. */
export function nameOtherFormat(bytes: Uint8Array): string {
  const start = textAt(bytes, 0, START_BYTES);
  return OTHER_FORMATS.find(([pattern]) => pattern.test(start))?.[1] ?? "an unknown format";
}

/** Returns whether a file is an AVIF: an ISO media file with that brand, which need not be its first. */
export function hasAvifBrand(bytes: Uint8Array): boolean {
  const start = textAt(bytes, 0, START_BYTES);
  if (start.slice(4, 8) !== "ftyp") return false;
  return /^.{8}(.{4})*avi[fs]/s.test(start.slice(0, viewOf(bytes).getUint32(0)));
}
