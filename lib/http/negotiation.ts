import { acceptsEncodings } from "@std/http";
import { readHeaderStart } from "@/lib/http/parameters.ts";

/** The encodings of compressed bodies, the best first. */
const ENCODINGS = ["br", "gzip"] as const;

/** The name of an encoding in `content-encoding`. */
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Returns the best encoding that the caller prefers to the plain text. Without `accept-encoding` a request accepts any,
 * but programs that send none mostly expect plain text; an empty one accepts none. With `range` there is no encoding:
 * nobody can decode a piece of a compressed file.
 */
export function chooseEncoding(req: Request, available: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  const accepted = readHeaderStart(req, "accept-encoding");
  if (!accepted || req.headers.has("range")) return undefined;
  const headers = { get: () => accepted };
  // Asked one by one because browsers list gzip first, although Brotli is smaller.
  return available.find((encoding) => acceptsEncodings({ headers }, encoding, "identity") === encoding);
}

/**
 * Returns whether `accept` names this media type itself. A wildcard is not enough: many programs send it whatever they
 * can read.
 */
export function namesMediaType(req: Request, type: string): boolean {
  const ranges = (readHeaderStart(req, "accept") ?? "").toLowerCase().split(",");
  return ranges.some((range) => {
    const [name = "", ...parameters] = range.split(";").map((each) => each.trim());
    return name === type && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}

/** Returns the path of a file's gzip variant: the same content compressed in advance, stored next to the file. */
export function toGzipPath(path: string): string {
  return `${path}.gz`;
}
