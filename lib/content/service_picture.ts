import type { LoadPicture } from "@/lib/content/pictures.ts";
import { parseSize } from "@/lib/content/variant.ts";
import type { Caller } from "@/lib/http/caller.ts";

/** The path of a picture: its kind and its file name. */
const PICTURE_PATH = /^\/images\/animals\/([^/]+)\/([^/]+)$/;

/**
 * Returns the bytes and the entity tag of the picture that a URL of this service names, or `undefined` if it names none.
 *
 * @throws {ApiError} `invalid_parameter`, or an error of the loader.
 */
export async function findServicePicture(
  { pathname, searchParams }: URL,
  loadPicture: LoadPicture,
  caller: Caller,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string } | undefined> {
  const [, kind = "", file = ""] = PICTURE_PATH.exec(pathname) ?? [];
  const picture = await loadPicture(kind, file, { size: parseSize(searchParams), toCaller: () => caller });
  return picture && { bytes: await picture.read(), etag: picture.options.etag ?? "" };
}
