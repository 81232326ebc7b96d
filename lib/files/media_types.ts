import { contentType } from "@std/http";
import { extname } from "@std/path";

const PLAIN_TEXT = "text/plain; charset=UTF-8";

/** Text that the registry of media types knows under another name or not at all. */
const TEXT_EXTENSIONS = new Set([".log", ".txt", ".conf", ".hosts", ".rpz", ".zone", ".list"]);

/** The `content-type` of a file, by its name. */
export function contentTypeOf(path: string): string {
  const extension = extname(path).toLowerCase();
  if (TEXT_EXTENSIONS.has(extension)) return PLAIN_TEXT;
  return contentType(extension) ?? "application/octet-stream";
}

/** The media type of a file, by its name, without parameters. */
export function mediaTypeOf(path: string): string {
  return contentTypeOf(path).replace(/;.*/, "");
}
