import {
  invalidParameterError,
  isDecimal,
  missingParameterError,
  parseChoice,
  parseInteger,
  parseNumber,
  parseRequired,
  parseSegment,
} from "@/lib/http/parameters.ts";
import { type FilterName, FILTERS, STRENGTHS } from "@/lib/images/filters/mod.ts";
import { type Format, FORMATS } from "@/lib/images/format.ts";
import { FITS, type ResizeBox } from "@/lib/images/resize_plan.ts";
import { isServiceUrl } from "@/lib/sources/own_service.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";

/** The most filters in a chain. */
export const MAX_STEPS = 8;

/** The longest side that an image is resized to. */
export const MAX_SIDE = 4096;

/** One filter of a chain. */
export interface Step {
  readonly filter: FilterName;
  /** Within the range of the filter; 0 if the filter has no strength. */
  readonly strength: number;
}

/** What to do with an image. */
export interface Operation {
  /** The filters in the order in which they are applied; at least one. */
  readonly steps: readonly Step[];
  /** The size of the result; that of the source if it is absent. */
  readonly size?: ResizeBox | undefined;
  /** The format of the result, or `auto` for the format of the source. */
  readonly format: Format | "auto";
}

/** One filter request, complete and validated. */
export interface FilterRequest extends Operation {
  /** The URL of the image exactly as the caller gave it, or its path if it is an image of this service. */
  readonly imageRef: string;
}

/**
 * Parses the chain and the query of a filter; `origin` is the one that this service was called with.
 *
 * @throws {ApiError} `unknown_type`, `missing_parameter` or `invalid_parameter`; `forbidden_address` if the image is
 * the URL of something else of this service than a picture.
 */
export function parseFilterRequest(chain: string, query: URLSearchParams, origin: string): FilterRequest {
  const operation = assertComplete(parseOperation(chain, query));
  return { ...operation, imageRef: toImageRef(parseRequired(query, "image"), origin) };
}

/**
 * Parses a filter or a chain of them, such as `greyscale,blur:2`, and its parameters, without the image.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`.
 */
export function parseOperation(chain: string, query: URLSearchParams): Operation {
  return {
    steps: parseSteps(chain, query),
    size: parseSize(query),
    format: parseChoice<Format | "auto">(query, "format", { allowed: FORMATS, fallback: "auto" }),
  };
}

/** Checks that an operation has a size if it does nothing else. @throws {ApiError} `missing_parameter`. */
export function assertComplete(operation: Operation): Operation {
  if (operation.steps[0]?.filter !== "resize" || operation.size !== undefined) return operation;
  throw missingParameterError("width", 'with "resize", unless "height" is');
}

/** Returns a text that is equal for equal operations only, for use in cache keys. */
export function toOperationKey({ steps, size, format }: Operation): string {
  const box = size === undefined ? "" : `${size.width}x${size.height}:${size.fit}`;
  return `${steps.map(({ filter, strength }) => `${filter}:${strength}`).join()};${box};${format}`;
}

/**
 * Shortens the URL of a picture of this service to its path, however its origin is spelled. If results were cached
 * under the full URL, a caller with a forged `host` header could store our picture under a URL of another server.
 */
function toImageRef(image: string, origin: string): string {
  const url = /^https?:/i.test(image) ? URL.parse(image) : null;
  if (url === null || !isServiceUrl(url, origin)) return image;
  // The picture of a name is not below /images, but at /cat/Ada.png.
  if (!/^\/(images\/|[a-z]+\/[^/]+\.(png|svg|webp)$)/.test(url.pathname)) throw ownServiceError();
  return url.pathname + url.search;
}

function parseSteps(chain: string, query: URLSearchParams): readonly Step[] {
  const texts = chain.split(",");
  const isChain = /[,:]/.test(chain);
  const strength = query.get("strength");
  if (texts.length > MAX_STEPS) {
    throw invalidParameterError("steps", chain, `must have at most ${MAX_STEPS} filters`, { max: MAX_STEPS });
  }
  const steps = texts.map((text) => parseStep(text, isChain ? new URLSearchParams() : query));
  if (steps.slice(1).some(({ filter }) => filter === "resize")) {
    throw invalidParameterError("steps", chain, '"resize" must be the first filter');
  }
  if (!isChain || strength === null) return steps;
  throw invalidParameterError("strength", strength, "must follow the name of its filter in a chain, as in blur:2");
}

/** Parses a name, whose strength is in the query, or `name:strength`. */
function parseStep(text: string, query: URLSearchParams): Step {
  const [name, ...rest] = text.split(":");
  const filter = parseSegment(name, FILTERS);
  const range = STRENGTHS[filter];
  const written = rest.length === 0 ? undefined : rest.join(":");
  if (range === undefined) {
    // A number is ignored, because clients use one template for all filters. Anything else is a mistake.
    if (written === undefined || isDecimal(written)) return { filter, strength: 0 };
    throw invalidParameterError("strength", written, `must be a number, which "${filter}" ignores`);
  }
  const own = written === undefined ? query : new URLSearchParams({ strength: written });
  const strength = parseNumber(own, "strength", range);
  // Adding 0 turns -0 into 0, so that both have the same cache key.
  return { filter, strength: range.isRounded ? Math.round(strength) : strength + 0 };
}

function parseSize(query: URLSearchParams): ResizeBox | undefined {
  const [width, height] = ["width", "height"].map((name) =>
    parseInteger(query, name, { min: 1, max: MAX_SIDE, fallback: Infinity })
  ) as [number, number];
  const fit = parseChoice(query, "fit", { allowed: FITS, fallback: "inside" });
  if (width === Infinity && height === Infinity) return undefined;
  // With one side, the ratio is preserved anyway.
  return { width, height, fit: width === Infinity || height === Infinity ? "inside" : fit };
}
