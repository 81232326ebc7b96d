import { extname } from "@std/path";
import { FORMATS } from "@/lib/files/lists/formats.ts";

/** The types of lists and logs, by extension. The registry of media types has other ones for some, or none. */
const TYPES = new Map([
  ...FORMATS.map(({ file, mediaType }) => [extname(file), mediaType] as const),
  ...[".log", ".hosts", ".rpz", ".list"].map((extension) => [extension, "text/plain; charset=UTF-8"] as const),
]);

/** Returns the `content-type` of a file by its name. */
export async function contentTypeOf(path: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  const type = TYPES.get(extension);
  if (type !== undefined) return type;
  // Imported with the first such file because the list of types is long.
  const { contentType } = await import("@std/media-types");
  return contentType(extension) ?? "application/octet-stream";
}
