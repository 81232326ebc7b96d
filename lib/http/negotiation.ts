import { acceptsEncodings } from "@std/http";
import { readHeaderStart } from "@/lib/http/parameters.ts";

/** A kind of response body that a caller can prefer with `accept`. */
export type PreferredBody = "json" | "image" | "text";

/**
 * Returns the kind of body that `accept` prefers. JSON wins unless pictures or plain text are preferred to it: browsers
 * name picture types for `<img>` and for pages alike, but for a page they prefer `text/html`, which also means JSON
 * here.
 */
export function preferredBodyOf(req: Request): PreferredBody {
  const accept = readHeaderStart(req, "accept");
  // Most programs send nothing or anything.
  if (accept === null || accept === "*/*") return "json";
  let json = 0;
  let image = 0;
  let text = 0;
  for (const range of accept.toLowerCase().split(",", 32)) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    if (type.startsWith("image/")) image = Math.max(image, weight);
    else if (type === "text/plain") text = Math.max(text, weight);
    else if (["application/json", "text/html", "*/*", "application/*"].includes(type)) json = Math.max(json, weight);
  }
  if (image > json && image >= text) return "image";
  return text > json ? "text" : "json";
}

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

/** Returns the path of a file's gzip variant: the same content compressed in advance, stored next to the file. */
export function toGzipPath(path: string): string {
  return `${path}.gz`;
}
