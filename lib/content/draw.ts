import type { Content } from "@/lib/content/mod.ts";
import type { Category, Pool } from "@/lib/content/pools.ts";
import { seedRandom } from "@/lib/content/random.ts";
import { parseSize, parseVariant } from "@/lib/content/variant.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { type PreferredBody, preferredBodyOf } from "@/lib/http/negotiation.ts";
import {
  invalidParameterError,
  parseChoice,
  parseInteger,
  parseSegment,
  parseText,
  readQuery,
} from "@/lib/http/parameters.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE, ONE_DAY, respond } from "@/lib/http/responses.ts";

/** The most items in one response. */
export const MAX_COUNT = 50;

/** The longest seed: enough for a name and a date. */
export const MAX_SEED_CHARACTERS = 64;

/** The formats of a response. */
const FORMATS = ["json", "text", "redirect", "image"] as const;

/** Returns the formats that a category has: only animals are pictures, and only they and videos have a URL. */
export function formatsOf(category: Category): readonly typeof FORMATS[number][] {
  if (category === "animals") return FORMATS;
  return FORMATS.slice(0, category === "yt-video" ? 3 : 2);
}

/** The services that {@linkcode respondWithDraw} uses. */
export interface DrawServices {
  readonly content: Content;
  /** Returns the caller, who pays for a picture that is not cached. */
  readonly access: { callerOf(ctx: HttpContext): Caller };
}

const JSON_TYPE = "application/json";
const TEXT = "text/plain; charset=utf-8";

/** The pool that a request draws from, and the version of the API. */
export interface DrawOptions {
  readonly version: "v1" | "v2";
  readonly category: Category;
  /** The variable segment of the path. */
  readonly endpoint: string;
}

/** Returns the options of a request to version 1 of the API. */
export function toV1(category: Category, endpoint: string = ""): DrawOptions {
  return { version: "v1", category, endpoint };
}

/** Returns the options of a request to version 2 of the API. */
export function toV2(category: Category, endpoint: string = ""): DrawOptions {
  return { version: "v2", category, endpoint };
}

/**
 * Responds to a request for random content.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`, or an error of drawing a picture.
 */
export function respondWithDraw(
  ctx: HttpContext,
  services: DrawServices,
  options: DrawOptions,
): Response | Promise<Response> {
  const { content } = services;
  const { version, category, endpoint } = options;
  const pools = content.pools[category];
  const pool = pools.get(endpoint) ?? pools.get(parseSegment(endpoint, [...pools.keys()]))!;
  let start = STARTS[version].get(pool);
  if (start === undefined) STARTS[version].set(pool, start = toStart(options));
  // Only the URLs of pictures contain it.
  const origin = category === "animals" ? content.originOf(ctx) : "";
  const preferred = preferredBodyOf(ctx.req.headers.get("accept"));
  // Most requests have no query, so parsing it is skipped.
  if (preferred === "json" && !ctx.req.url.includes("?")) {
    const { fields, bytes } = pool.drawOne(content.random, origin);
    // Measuring the body would take as long as the draw. All characters around the fields are ASCII.
    const length = start.length + bytes + 1;
    return respond(ctx, `${start}${fields}}`, { type: JSON_TYPE, cache: NO_STORE, bytes: length });
  }
  const { count, seed, format, isNegotiated, variant } = parseDraw(ctx.req, category, preferred);
  const random = seed === undefined ? content.random : seedRandom(`${category}/${endpoint}/${seed}`);
  const items = count === undefined ? undefined : pool.drawMany(random, origin, count, variant);
  const first = items?.[0] ?? pool.drawOne(random, origin, variant);
  const cache = seed === undefined ? NO_STORE : ONE_DAY;
  // Without `format` a cache must not send the response for one `accept` to a caller with another.
  const varies = isNegotiated && (seed !== undefined || preferred !== "json");
  const headers: Record<string, string> = varies ? { vary: "accept" } : {};
  if (format === "image") return respondWithPicture(ctx, services, { url: first.message, origin, cache, headers });
  if (format === "redirect") {
    return respond(ctx, "", { status: 302, type: TEXT, cache, headers: { ...headers, location: first.message } });
  }
  if (format === "text") {
    return respond(ctx, (items ?? [first]).map((item) => item.message).join("\n"), { type: TEXT, cache, headers });
  }
  // Concatenated, because the items are JSON already: serialising them again would take as long as the draw.
  const more = items === undefined ? "" : `,"items":[${items.map((item) => item.json).join(",")}]`;
  return respond(ctx, `${start}${first.fields}${more}}`, { type: JSON_TYPE, cache, headers });
}

/** How responses start. Cached because concatenating it for each one would take as long as the draw. */
const STARTS = { v1: new WeakMap<Pool, string>(), v2: new WeakMap<Pool, string>() };

function toStart({ version, category, endpoint }: DrawOptions): string {
  const info = `"category":"${category}","endpoint":"${endpoint}"`;
  return `{"success":true,"status":200,${version === "v1" ? info : `"info":{${info}}`},`;
}

interface PictureResponse {
  readonly url: string;
  readonly origin: string;
  readonly cache: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Responds with the picture itself. One on another server is only referred to. */
async function respondWithPicture(
  ctx: HttpContext,
  { content, access }: DrawServices,
  { url, origin, cache, headers }: PictureResponse,
): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  const [kind = "", file = ""] = pathname.split("/").slice(-2);
  const options = { size: parseSize(searchParams), toCaller: () => access.callerOf(ctx) };
  const picture = url.startsWith(`${origin}/images/`) ? await content.loadPicture(kind, file, options) : undefined;
  if (picture === undefined) {
    return respond(ctx, "", { status: 302, type: TEXT, cache, headers: { ...headers, location: url } });
  }
  const { type, etag, headers: pictureHeaders } = picture.options;
  const response = { type, cache, headers: { ...pictureHeaders, ...headers } };
  // A picture that differs on each call has no version to revalidate.
  return respond(
    ctx,
    await picture.read(),
    cache === NO_STORE || etag === undefined ? response : { ...response, etag },
  );
}

function parseDraw(req: Request, category: Category, preferred: PreferredBody) {
  const query = readQuery(req);
  const isAnimal = category === "animals";
  // Without a count the response has no `items`.
  const count = parseInteger(query, "count", { min: 1, max: MAX_COUNT, fallback: 0 }) || undefined;
  const seed = parseText(query, "seed", MAX_SEED_CHARACTERS);
  const chosen = parseChoice(query, "format", { allowed: FORMATS, fallback: undefined });
  const variant = isAnimal ? parseVariant(query) : undefined;
  const isNegotiated = chosen === undefined;
  const format = chosen ?? (preferred === "image" && !isAnimal ? "json" : preferred);
  const allowed = formatsOf(category);
  if (allowed.includes(format)) return { count, seed, format, isNegotiated, variant };
  const reason = `must be ${allowed.join(" or ")}, because ${
    format === "image" ? "it has no picture" : "a text has no URL"
  }`;
  throw invalidParameterError("format", format, reason, { allowed });
}
