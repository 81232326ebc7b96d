import { ApiError } from "@/lib/http/errors.ts";
import { hasControlCharacters } from "@/lib/sources/image_url.ts";
import { imageUrlError } from "@/lib/sources/source_errors.ts";

/** One of the pictures this service itself serves. */
export interface OperatorPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Hands out the picture at a path of this service, if there is one. */
export type OperatorPictures = (path: string) => Promise<OperatorPicture | undefined>;

/** Gives the path of an address below `base`, where this service was called, so that no call goes out to ourselves. */
export function toOwnPath(image: string, base: string | undefined): string | undefined {
  const isOwn = base !== undefined && image.startsWith(base) && image[base.length] === "/";
  return isOwn ? image.slice(base.length) : undefined;
}

/**
 * Loads the picture at a path of this service: below `/images/`, and nothing else that it answers.
 *
 * @throws {ApiError} `invalid_parameter` when it is no path, `source_rejected` when there is no picture.
 */
export async function loadOwnPicture(
  path: string,
  ownPicture: OperatorPictures,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly key: string }> {
  // "//host/…" would be an address of another server.
  const url = path.startsWith("//") || hasControlCharacters(path) ? null : URL.parse(path, "http://own.invalid");
  if (url === null) throw imageUrlError(path, "must be an address or a path of this service");
  const picture = url.pathname.startsWith("/images/") ? await ownPicture(url.pathname) : undefined;
  if (picture !== undefined) return { bytes: picture.bytes, key: `own-${url.pathname}-${picture.etag}` };
  throw new ApiError("source_rejected", "Cannot filter this path as this service has no picture there", {
    details: { sourceStatus: 404 },
  });
}
