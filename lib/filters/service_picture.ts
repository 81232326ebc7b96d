import { ApiError } from "@/lib/http/errors.ts";
import { hasControlCharacters } from "@/lib/sources/image_url.ts";
import { imageUrlError } from "@/lib/sources/source_errors.ts";

/** A picture that this service serves itself, drawn or from the operator. */
export interface ServicePicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Finds the picture at a path of this service (`/images/…`). */
export type FindServicePicture = (path: string) => Promise<ServicePicture | undefined>;

/** Returns the path of an image URL below `origin`, so that this service does not send a request to itself. */
export function toServicePath(image: string, origin: string | undefined): string | undefined {
  const isOurs = origin !== undefined && image.startsWith(origin) && image[origin.length] === "/";
  return isOurs ? image.slice(origin.length) : undefined;
}

/**
 * Loads the picture at a path of this service. Only paths below `/images/` are looked up.
 *
 * @throws {ApiError} `invalid_parameter` if it is not a path, `source_rejected` if it has no picture.
 */
export async function loadServicePicture(
  path: string,
  find: FindServicePicture,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly contentKey: string }> {
  // "//host/…" is a URL of another server.
  const url = path.startsWith("//") || hasControlCharacters(path) ? null : URL.parse(path, "http://service.invalid");
  if (url === null) throw imageUrlError(path, "must be a URL or a path of this service");
  const picture = url.pathname.startsWith("/images/") ? await find(url.pathname) : undefined;
  if (picture !== undefined) return { bytes: picture.bytes, contentKey: `service-${url.pathname}-${picture.etag}` };
  throw new ApiError("source_rejected", "Cannot filter the image: this service has no picture at this path", {
    details: { sourceStatus: 404 },
  });
}
