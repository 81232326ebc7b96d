import { ownServiceError } from "@/lib/filters/errors.ts";
import type { ImageRef } from "@/lib/filters/keys.ts";
import { parseChoice, parseNumber, parseRequired, parseSegment } from "@/lib/http/parameters.ts";
import { type FilterName, FILTERS, STRENGTHS } from "@/lib/images/filters/mod.ts";
import { type Format, FORMATS } from "@/lib/images/format.ts";
import { isServiceUrl } from "@/lib/sources/own_service.ts";

/** What to do with an image. */
export interface Operation {
  readonly filter: FilterName;
  /** Within the range of the filter; 0 if the filter has no strength. */
  readonly strength: number;
  /** The format of the result, or `auto` for the format of the source. */
  readonly format: Format | "auto";
}

/** One filter request, complete and validated. */
export interface FilterRequest extends Operation {
  readonly imageRef: ImageRef;
}

/**
 * Parses the name and the query of a filter. An image URL below `origin`, the origin that this service was called with,
 * is shortened to its path. If results were cached under the full URL, a caller with a forged `host` header could store
 * our picture under a URL of another server.
 *
 * @throws {ApiError} `unknown_type`, `missing_parameter` or `invalid_parameter`.
 */
export function parseFilterRequest(name: string | undefined, query: URLSearchParams, origin?: string): FilterRequest {
  const operation = parseOperation(name, query);
  const image = parseRequired(query, "image");
  const isOwn = origin !== undefined && image.startsWith(origin) && image.startsWith("/images/", origin.length);
  return { ...operation, imageRef: (isOwn ? image.slice(origin.length) : image) as ImageRef };
}

/**
 * Parses the name and the parameters of a filter, without its image.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`.
 */
export function parseOperation(name: string | undefined, query: URLSearchParams): Operation {
  const filter = parseSegment(name, FILTERS);
  return {
    filter,
    strength: parseStrength(filter, query),
    format: parseChoice<Format | "auto">(query, "format", { allowed: FORMATS, fallback: "auto" }),
  };
}

/**
 * Replaces the URL of a picture of this service by its path if it is spelled in another way than its origin: with a
 * capital letter, another scheme, a final dot. Called only for results that are not cached, because it parses the URL.
 *
 * @throws {ApiError} `forbidden_address` if the URL leads to something else of this service.
 */
export function withServicePath(request: FilterRequest, origins: readonly string[]): FilterRequest {
  const url = /^https?:/i.test(request.imageRef) ? URL.parse(request.imageRef) : null;
  if (url === null || !isServiceUrl(url, origins)) return request;
  if (!url.pathname.startsWith("/images/")) throw ownServiceError();
  return { ...request, imageRef: (url.pathname + url.search) as ImageRef };
}

/** Returns a text that is equal for equal operations only, for use in cache keys. */
export function toOperationKey({ filter, strength, format }: Operation): string {
  return `${filter};${strength};${format}`;
}

function parseStrength(filter: FilterName, query: URLSearchParams): number {
  const range = STRENGTHS[filter];
  if (range === undefined) return 0;
  const strength = parseNumber(query, "strength", range);
  // Adding 0 turns -0 into 0, so that both have the same cache key.
  return range.isRounded ? Math.round(strength) : strength + 0;
}
