import { acceptsEncodings } from "@std/http";

/** Returns the path of a file's gzip variant: the same content compressed in advance, stored next to the file. */
export function toGzipPath(path: string): string {
  return `${path}.gz`;
}

/**
 * Returns whether the caller prefers gzip. A request without `accept-encoding` accepts any encoding, but programs that
 * send none mostly expect plain text.
 */
export function acceptsGzip(req: Request): boolean {
  return req.headers.has("accept-encoding") && acceptsEncodings(req, "gzip", "identity") === "gzip";
}
