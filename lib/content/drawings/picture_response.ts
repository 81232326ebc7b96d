import type { Content } from "@/lib/content/mod.ts";
import { type PickedAnimal, toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import type { FoundPicture } from "@/lib/content/drawings/pictures.ts";
import { respondWithRedirect } from "@/lib/content/redirect.ts";
import type { PictureVariant } from "@/lib/content/drawings/variant.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import type { ResponseOptions } from "@/lib/http/responses.ts";
import type { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { type MadePicture, makeAndSend, sendPicture, type WorkServices } from "@/lib/workers/send.ts";
import { Work } from "@/lib/workers/work.ts";

/** The services that the responses with animals and texts use. */
export interface ContentServices extends WorkServices {
  readonly config: AddressOptions;
  readonly content: Content;
}

/** The picture of one or several animals to respond with. */
export interface PictureRequest extends Pick<ResponseOptions, "cache" | "headers"> {
  /** At least one. */
  readonly animals: readonly PickedAnimal[];
  /** How each is drawn. */
  readonly variant: PictureVariant;
  /** The seed or name, if it was chosen by one. A picture that differs on each call has no version to revalidate. */
  readonly seed?: string | undefined;
}

/**
 * Responds with the picture of one or several animals. One on another server is only referred to.
 *
 * @throws {ApiError} `not_found` if several are not all drawn, or an error of the drawing.
 */
export async function respondWithPicture(
  ctx: HttpContext,
  services: ContentServices,
  { animals, variant, seed, cache, headers = {} }: PictureRequest,
): Promise<Response> {
  const picture = await services.content.pictures.find(animals, variant);
  if (picture === undefined && animals.length > 1) throw noGroupPictureError();
  // A file of this service that was just removed must not be missed for a day.
  if (picture === undefined) {
    return respondWithRedirect(ctx, { location: toAnimalItem(animals[0]!, { variant }).url, cache: NO_STORE, headers });
  }
  if ("url" in picture) return respondWithRedirect(ctx, { location: picture.url, cache, headers });
  return await respondWithFound(ctx, services, picture, { cache, headers, hasTag: seed !== undefined });
}

function noGroupPictureError(): ApiError {
  const reason = "the operator has own pictures of its animals, which are not drawn side by side";
  return new ApiError("not_found", `Cannot draw the group: ${reason}; ".json" lists the picture of each`);
}

/**
 * Responds with a picture that was found, after it is drawn if it has to be. Its slot is free when it is sent.
 *
 * @throws {ApiError} `rate_limited`, `overloaded` or `filter_timeout`.
 */
export async function respondWithFound(
  ctx: HttpContext,
  services: ContentServices,
  picture: FoundPicture,
  options: Omit<MadePicture, "response"> = {},
): Promise<Response> {
  const { content: { pictures }, memory } = services;
  if ("response" in picture) return await sendPicture(ctx, { ...picture, ...options }, { kind: "drawing", memory });
  return await makeAndSend(ctx, services, {
    kind: "drawing",
    key: picture.key,
    findResult() {
      const response = pictures.getCached(picture.key);
      return response && { response, ...options };
    },
    make: async (work) => ({ response: await pictures.render(picture, work), ...options }),
  });
}

/**
 * Returns a picture that was found, after it is drawn if it has to be, for a response that contains it. Its slot is
 * free when it is drawn.
 *
 * @throws {ApiError} `rate_limited`, `overloaded` or `filter_timeout`.
 */
export async function loadFound(
  ctx: HttpContext,
  { work, content: { pictures } }: ContentServices,
  picture: FoundPicture,
): Promise<ReusableResponse> {
  if ("response" in picture) return picture.response;
  const findResult = () => pictures.getCached(picture.key);
  const started = await work.start(ctx, { kind: "drawing", key: picture.key, findResult });
  if (!(started instanceof Work)) return started;
  using drawing = started;
  return await pictures.render(picture, drawing);
}
