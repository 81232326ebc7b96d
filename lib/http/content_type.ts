import { extname } from "@std/path";

/** Text files that the registry of media types has under another type or not at all. */
const TEXT_EXTENSIONS = new Set([".log", ".txt", ".conf", ".hosts", ".rpz", ".zone", ".list"]);

/** Returns the `content-type` of a file by its name. */
export async function contentTypeOf(path: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  if (TEXT_EXTENSIONS.has(extension)) return "text/plain; charset=UTF-8";
  // Imported with the first such file because the list of types is long.
  const { contentType } = await import("@std/media-types");
  return contentType(extension) ?? "application/octet-stream";
}
