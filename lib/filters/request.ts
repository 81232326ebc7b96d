import { IMAGE_PARAMETER, OWN_PARAMETERS, REQUEST_PARAMETERS, type RequestValues } from "@/lib/filters/parameters.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { namesMediaType } from "@/lib/http/negotiation.ts";
import {
  invalidParameterError,
  missingParameterError,
  unknownParameterError,
} from "@/lib/parameters/parameter_errors.ts";
import { isDecimal, parseValues } from "@/lib/parameters/parse_values.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import {
  type FilterName,
  FILTERS,
  getFilter,
  type Header,
  IMAGE_FORMATS,
  type PlanInput,
  type Step,
  type Values,
} from "@pawkit/images";
import { isServiceUrl } from "@/lib/sources/service_url.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** The most filters in a chain. */
export const MAX_STEPS = 8;

/** What to do with an image. */
export interface Operation {
  /** The filters in the order in which they are applied; at least one. */
  readonly steps: readonly Step[];
  /** Without `width` and `height` the result has the size of the source, and without `format` its format. */
  readonly values: RequestValues;
}

/** One filter request, complete and validated. */
export interface FilterRequest extends Operation {
  /** The URL of the image exactly as the caller gave it, or its path if it leads to this service. */
  readonly imageRef: string;
}

/**
 * Parses the chain and the query of a filter; `origin` is the one that this service was called with.
 *
 * @throws {ApiError} `unknown_type`, `missing_parameter` or `invalid_parameter`.
 */
export function parseFilterRequest(chain: string, query: URLSearchParams, origin: string): FilterRequest {
  const operation = assertComplete(parseOperation(chain, query));
  const { image } = parseValues(query, { image: IMAGE_PARAMETER });
  return { ...operation, imageRef: toImageRef(image, origin) };
}

/** What callers mean by filters that do not exist. */
const SUGGESTIONS: Readonly<Record<string, string>> = {
  crop: "resize with fit=cover",
  mirror: "flop",
  circle: "radius=max",
  round: "radius=max",
  rounded: "radius=max",
  radius: "radius=max",
  bw: "greyscale",
  "black-and-white": "greyscale",
};

/** Parses the name of a filter, also in the spelling of CSS. @throws {ApiError} `unknown_type`. */
export function parseFilterName(name: string | undefined): FilterName {
  return parseSegment(name === "grayscale" ? "greyscale" : name, FILTERS, SUGGESTIONS);
}

/**
 * Parses a filter or a chain of them, such as `greyscale,blur:2`, and its parameters, without the image.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`.
 */
export function parseOperation(chain: string, query: URLSearchParams): Operation {
  const steps = parseSteps(chain, query);
  const values = parseValues(query, REQUEST_PARAMETERS);
  const hasBothSides = values.width !== undefined && values.height !== undefined;
  const hasBox = hasBothSides || steps.some((step) => String(step.values.size).includes("x"));
  // With one side the ratio is preserved anyway, so such requests have the same result.
  return { steps, values: hasBox ? values : { ...values, fit: "inside" } };
}

/** Returns whether the values of filters follow their names, instead of being in the query. */
export function isChain(steps: string): boolean {
  return /[,:]/.test(steps);
}

/** Checks that an operation has a size if it does nothing else. @throws {ApiError} `missing_parameter`. */
export function assertComplete(operation: Operation): Operation {
  const { steps, values: { width, height } } = operation;
  const isSized = width !== undefined || height !== undefined;
  const idle = steps.find((step) => step.filter === "resize" && step.values.size === undefined);
  if (isSized || idle === undefined) return operation;
  throw missingParameterError("width", 'with "resize", unless "height" is, or a size after it, as in "resize:400x300"');
}

/** Drops `format=auto` unless the caller accepts WebP. */
export function negotiateFormat<O extends Operation>(operation: O, req: Request): O {
  const { format, ...values } = operation.values;
  if (format !== "auto" || namesMediaType(req, IMAGE_FORMATS.webp.mediaType)) return operation;
  return { ...operation, values };
}

/** Returns an operation as the pipeline takes it. `auto` is WebP, because it is dropped for callers without it. */
export function toPlanInput(header: Header, { steps, values }: Operation): PlanInput {
  const { format, quality, radius, background, width, height, fit, position, ...others } = values;
  // Fails to compile if a parameter is forgotten here, which would have no effect.
  others satisfies Record<string, never>;
  const size = { width, height, fit, position };
  return { header, steps, size, format: format === "auto" ? "webp" : format, quality, radius, background };
}

/** Returns a text that is equal for equal operations only, for use in cache keys. */
export function toOperationKey({ steps, values }: Operation): string {
  return JSON.stringify([steps, values]);
}

/**
 * Shortens a URL of this service to its path, however its origin is spelled, so that both mean the same. If results
 * were cached under the full URL, a caller with a forged `host` header could store our picture under a URL of another
 * server.
 */
function toImageRef(image: string, origin: string): string {
  const url = /^https?:/i.test(image) ? URL.parse(image) : null;
  if (url === null || !isServiceUrl(url, origin)) return image;
  // Routes accept `https://host//cat/Ada.png`, but a reference with "//" at the beginning names another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}

function parseSteps(chain: string, query: URLSearchParams): readonly Step[] {
  const texts = chain.split(",");
  if (texts.length > MAX_STEPS) {
    throw invalidParameterError("steps", chain, `must have at most ${MAX_STEPS} filters`, { max: MAX_STEPS });
  }
  if (isChain(chain) && texts.some((text) => /^(:|$)/.test(text))) {
    const message = `Cannot find a filter: must be before and after each comma, got "${shorten(chain)}"`;
    throw new ApiError("unknown_type", message, { details: { value: "", allowed: FILTERS } });
  }
  const steps = texts.map((text) => parseStep(text, isChain(chain) ? undefined : query));
  for (const name of isChain(chain) ? OWN_PARAMETERS : []) {
    const value = readParameter(query, name);
    if (value === undefined) continue;
    throw invalidParameterError(name, value, "must follow the name of its filter in a chain, as in blur:2");
  }
  return steps;
}

/** Parses a name, whose values are in the query, or, without a query, `name:value` with a colon before each value. */
function parseStep(text: string, query: URLSearchParams | undefined): Step {
  const [name, ...texts] = text.split(":");
  const filter = parseFilterName(name);
  const { parameters } = getFilter(filter);
  const names = Object.keys(parameters);
  const value = texts.join(":");
  if (texts.length > 0 && value === "") {
    throw invalidParameterError(names[0] ?? "strength", value, `must have a value after "${name}:", or no colon`);
  }
  if (names.length === 0 && texts.length > 0 && !isDecimal(value)) {
    // A number is ignored, because callers use one template for all filters. Anything else is a mistake.
    throw invalidParameterError("strength", value, `must be a number, which "${filter}" ignores`);
  }
  if (query !== undefined) {
    assertNotNamed(filter, names[0], query);
    return { filter, values: parseValues(query, parameters) as Values };
  }
  try {
    return {
      filter,
      values: parseValues(toQuery(names, texts), parameters, `after "${filter}:" in a chain`) as Values,
    };
  } catch (error) {
    throw nameFilter(error, filter);
  }
}

/** Returns the error of a value in a chain with the name of its filter, because several have a `strength`. */
function nameFilter(error: unknown, filter: FilterName): unknown {
  if (!(error instanceof ApiError) || error.code !== "invalid_parameter" || error.details === undefined) return error;
  const message = error.message.replace(/^Cannot read "\w+"/, `$& of "${filter}"`);
  return new ApiError(error.code, message, { details: error.details });
}

/** Rejects `gamma?gamma=2`, which would have no effect. @throws {ApiError} `invalid_parameter` with the right name. */
function assertNotNamed(filter: FilterName, meant: string | undefined, query: URLSearchParams): void {
  const value = readParameter(query, filter);
  if (value === undefined || meant === undefined) return;
  throw unknownParameterError(filter, value, meant);
}

/** Returns the texts as parameters of these names. The last one has all that is left, which makes it invalid. */
function toQuery(names: readonly string[], texts: readonly string[]): URLSearchParams {
  const last = names.length - 1;
  const given = names.slice(0, texts.length);
  return new URLSearchParams(given.map((name, i) => [name, i < last ? texts[i]! : texts.slice(i).join(":")]));
}
