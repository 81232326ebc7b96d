import { extname } from "@std/path";

const PLAIN_TEXT = "text/plain; charset=UTF-8";

/** Text that the registry of media types knows under another name or not at all. */
const TEXT_EXTENSIONS = new Set([".log", ".txt", ".conf", ".hosts", ".rpz", ".zone", ".list"]);

/** The `content-type` of a file, by its name. */
export async function contentTypeOf(path: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  if (TEXT_EXTENSIONS.has(extension)) return PLAIN_TEXT;
  const { contentType } = await import("@/lib/std/media_types.ts");
  return contentType(extension) ?? "application/octet-stream";
}

/** The media type of a file, by its name, without parameters. */
export async function mediaTypeOf(path: string): Promise<string> {
  return (await contentTypeOf(path)).replace(/;.*/, "");
}
