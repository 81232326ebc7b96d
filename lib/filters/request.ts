import { type FilterOptions, FITS, MAX_RESULT_SIDE, POSITIONS, RADIUS, readSteps, StepError } from "@pawkit/images";
import { z } from "zod";
import type { Context } from "@/lib/define.ts";
import { colour, integer } from "@/lib/http/endpoint.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { invalidUrlError, parseImageUrl } from "@/lib/sources/image_url.ts";

const SIDE = integer(1, MAX_RESULT_SIDE).optional();

/** What every filter accepts besides its image. */
export const OPERATION = {
  strength: z.string().optional().describe("The strength of a single filter, in its own range"),
  width: SIDE.describe("Pixels. Makes the image smaller before it is filtered, never larger"),
  height: SIDE.describe("Like `width`"),
  fit: z.enum(FITS).default("inside").describe("`inside` keeps the ratio, `cover` cuts the edges off, `fill` distorts"),
  position: z.enum(POSITIONS).default("centre").describe("The part that `fit=cover` shows"),
  format: z.preprocess((text) => text === "jpg" ? "jpeg" : text, z.enum(["png", "jpeg", "webp", "gif", "auto"]))
    .optional()
    .describe("By default the format of the image, or PNG for an AVIF. `auto` is WebP for callers that accept it"),
  quality: integer(1, 100).optional().describe("The quality of a JPEG or a WebP. With it, a WebP is lossy"),
  radius: z.union([z.literal(RADIUS.word), integer(RADIUS.min, RADIUS.max)]).optional()
    .describe("The radius of round corners in pixels, or `max` for a circle. A JPEG becomes PNG"),
  background: colour.optional().describe("The colour behind transparent pixels and round corners, as RRGGBB"),
};

const operation = z.object(OPERATION);

/** What to do with an image. */
export interface Operation {
  /** The filters with their values. Equal chains have equal steps. */
  readonly steps: readonly string[];
  readonly options: Omit<FilterOptions, "format"> & { readonly format?: FilterOptions["format"] | "auto" };
}

/** Reads a chain of filters such as `greyscale,blur:2`. @throws {ApiError} if a name or a strength is wrong. */
export function toOperation(chain: string, input: z.output<typeof operation>): Operation {
  const { strength, ...options } = input;
  try {
    return { steps: readSteps(chain, { strength, width: options.width, height: options.height }), options };
  } catch (error) {
    throw error instanceof StepError ? toApiError(error) : error;
  }
}

function toApiError({ code, message, details }: StepError): ApiError {
  const { parameter, min, max, allowed } = details;
  const value = code === "missing_parameter" ? undefined : details.value;
  const known = Object.entries({ parameter, value, min, max, allowed }).filter(([, each]) => each !== undefined);
  return new ApiError(code, message, { details: Object.fromEntries(known) });
}

/** The image that a caller names. */
export interface ImageRef {
  readonly url: URL;
  /** Whether it is a picture of this service. Then only the path and the query of the URL count. */
  readonly isOwn: boolean;
  /** Whether the caller wrote the address of this service. Under another address, the request means another picture. */
  readonly hasOrigin: boolean;
}

/** An origin for paths of this service. */
const OWN_ORIGIN = "http://service.invalid";

/** Reads the parameter `image`. @throws {ApiError} `missing_parameter` or `invalid_parameter`. */
export function toImageRef({ url, state: { origin } }: Context, image: string | undefined): ImageRef {
  if (image === undefined) {
    const message = `Cannot read "image": it is missing; must be a URL or a path, as in ` +
      `${url.pathname}?image=/cat/Ada.png, or POST the image`;
    throw new ApiError("missing_parameter", message, { details: { parameter: "image" } });
  }
  // "//host" and "/\host" are URLs of other servers.
  if (/^\/(?![/\\])/.test(image)) return { url: toOwnUrl(image), isOwn: true, hasOrigin: false };
  const parsed = parseImageUrl(image);
  // The schemes are not compared, because a proxy may accept both.
  if (parsed.host !== new URL(origin).host) return { url: parsed, isOwn: false, hasOrigin: false };
  return { url: toOwnUrl(parsed.pathname + parsed.search), isOwn: true, hasOrigin: true };
}

function toOwnUrl(path: string): URL {
  const url = URL.parse(path, OWN_ORIGIN);
  if (url !== null && url.origin === OWN_ORIGIN) return url;
  throw invalidUrlError(path, "must be a path of this service, such as /cat/Ada.png");
}
