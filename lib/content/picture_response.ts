import type { AnimalKind } from "@pawkit/animals";
import type { Content } from "@/lib/content/mod.ts";
import type { FoundPicture } from "@/lib/content/pictures.ts";
import { respondWithRedirect } from "@/lib/content/redirects.ts";
import type { PictureVariant } from "@/lib/content/variant.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import type { ResponseOptions } from "@/lib/http/responses.ts";
import { type MadePicture, makeAndSend, sendPicture, type WorkServices } from "@/lib/workers/send.ts";

/** The services that the responses with random content use. */
export interface ContentServices extends WorkServices {
  readonly config: AddressOptions;
  readonly content: Content;
}

/**
 * Returns the `cache-control` of a response with animals of these kinds. What the operator can change may be cached for
 * as long as it takes the service to notice a change.
 */
export function cacheAnimals(cache: string, kinds: readonly AnimalKind[], content: Content): string {
  return kinds.every(content.isLasting) ? cache : cache.replace(/max-age=\d+/, "max-age=5");
}

/** A picture to respond with. */
export interface PictureRequest extends Pick<ResponseOptions, "cache" | "headers"> {
  readonly kind: string;
  /** The name of its file, unless it is on another server. */
  readonly file: string | undefined;
  readonly url: string;
  /** How it is drawn. */
  readonly variant?: PictureVariant | undefined;
  /** The seed, if it was chosen by one. A picture that differs on each call has no version to revalidate. */
  readonly seed?: string | undefined;
}

/** Responds with the picture itself. One on another server is only referred to. */
export async function respondWithPicture(
  ctx: HttpContext,
  services: ContentServices,
  request: PictureRequest,
): Promise<Response> {
  const { kind, file, url, variant } = request;
  const picture = file === undefined ? undefined : await services.content.pictures.find(kind, file, variant);
  // A file of this service that was just removed must not be missed for a day.
  if (picture === undefined) {
    return respondWithRedirect(ctx, file === undefined ? request : { ...request, cache: NO_STORE }, url);
  }
  const headers = { ...request.headers, "cache-control": request.cache };
  const isUntagged = request.seed === undefined;
  const response = await respondWithFound(ctx, services, picture, { headers, isUntagged });
  if (isUntagged) response.headers.delete("etag");
  return response;
}

/**
 * Responds with a picture that was found, after it is drawn if it has to be.
 *
 * @throws {ApiError} `rate_limited`, `overloaded` or `filter_timeout`.
 */
export async function respondWithFound(
  ctx: HttpContext,
  services: ContentServices,
  picture: FoundPicture,
  options: Pick<MadePicture, "headers" | "isUntagged"> = {},
): Promise<Response> {
  const { content, memory } = services;
  if ("response" in picture) return await sendPicture(ctx, { ...picture, ...options }, { kind: "drawing", memory });
  return await makeAndSend(ctx, services, {
    kind: "drawing",
    key: picture.key,
    findResult() {
      const response = content.pictures.getCached(picture.key);
      return response && { response, ...options };
    },
    make: async (work) => ({ response: await content.render(picture, work), ...options }),
  });
}
