import type { AnimalKind } from "@/lib/content/animals/mod.ts";
import type { Content } from "@/lib/content/mod.ts";
import type { PictureVariant } from "@/lib/content/variant.ts";
import type { Caller } from "@/lib/http/caller.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import { NO_STORE, respond, type ResponseOptions } from "@/lib/http/responses.ts";

/** The services that the responses with random content use. */
export interface ContentServices {
  readonly config: AddressOptions;
  readonly content: Content;
  /** Returns the caller, who is charged for a picture that is not cached. */
  readonly access: { callerOf(ctx: HttpContext): Caller };
}

/**
 * Returns the `cache-control` of a response with animals of these kinds. What the operator can change may be cached for
 * as long as it takes the service to notice a change.
 */
export function cacheAnimals(cache: string, kinds: readonly AnimalKind[], content: Content): string {
  return kinds.every(content.isLasting) ? cache : cache.replace(/max-age=\d+/, "max-age=5");
}

/** Redirects to another URL, with an optional text for callers that do not follow it. */
export function respondWithRedirect(
  ctx: HttpContext,
  { status = 302, cache, headers }: Pick<ResponseOptions, "status" | "cache" | "headers">,
  location: string,
  text = "",
): Response {
  return respond(ctx, text, {
    status,
    type: "text/plain; charset=utf-8",
    cache,
    headers: { ...headers, location },
  });
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
  { content, access }: ContentServices,
  request: PictureRequest,
): Promise<Response> {
  const { kind, file, url, variant } = request;
  const caller = access.callerOf(ctx);
  const picture = file === undefined ? undefined : await content.loadPicture(kind, file, { ...variant, caller });
  // A file of this service that was just removed must not be missed for a day.
  if (picture === undefined) {
    return respondWithRedirect(ctx, file === undefined ? request : { ...request, cache: NO_STORE }, url);
  }
  const response = await picture.toResponse(ctx, { ...request.headers, "cache-control": request.cache });
  if (request.seed === undefined) response.headers.delete("etag");
  return response;
}
