import { ApiError } from "@/lib/http/errors.ts";
import { isTricky, refuse } from "@/lib/filters/image_url.ts";

/** One of the pictures this service itself serves. */
export interface OwnPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Hands out the picture at a path of this service, if there is one. */
export type OwnPictures = (path: string) => Promise<OwnPicture | undefined>;

/** Gives the path when an address lies below one of our own origins, so that no network call goes to ourselves. */
export function toOwnPath(
  image: string,
  origin: string | undefined,
  others: readonly string[] = [],
): string | undefined {
  const isBelow = (own: string) => image.startsWith(own) && image[own.length] === "/";
  const found = origin !== undefined && isBelow(origin) ? origin : others.find(isBelow);
  return found === undefined ? undefined : image.slice(found.length);
}

/**
 * Loads the picture at a path of this service: below `/images/`, and nothing else that it answers.
 *
 * @throws {ApiError} `invalid_parameter` when it is no path, `source_rejected` when there is no picture.
 */
export async function loadOwnPicture(
  path: string,
  ownPicture: OwnPictures,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly key: string }> {
  // "//host/…" would be an address of another server.
  const url = path.startsWith("//") || isTricky(path) ? null : URL.parse(path, "http://own.invalid");
  if (url === null) throw refuse(path, "must be an address or a path of this service");
  const picture = url.pathname.startsWith("/images/") ? await ownPicture(url.pathname) : undefined;
  if (picture !== undefined) return { bytes: picture.bytes, key: `own-${url.pathname}-${picture.etag}` };
  throw new ApiError("source_rejected", "Cannot filter this path as this service has no picture there", {
    details: { sourceStatus: 404 },
  });
}
