import type { Content } from "@/lib/content/mod.ts";
import type { Category, Item } from "@/lib/content/pools.ts";
import { seedRandom } from "@/lib/content/random.ts";
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
export const FORMATS = ["json", "text", "redirect"] as const;

/** The pool that a request draws from, and how the response names it. */
export interface DrawOptions {
  readonly category: Category;
  /** The variable segment of the path. */
  readonly endpoint: string;
  /** The JSON fields that name the category and the endpoint. The versions of the API differ only in these. */
  readonly info: string;
}

/** Returns the options of a request to version 1 of the API. */
export function toV1(category: Category, endpoint: string = ""): DrawOptions {
  return { category, endpoint, info: `"category":"${category}","endpoint":"${endpoint}"` };
}

/** Returns the options of a request to version 2 of the API. */
export function toV2(category: Category, endpoint: string = ""): DrawOptions {
  return { category, endpoint, info: `"info":{"category":"${category}","endpoint":"${endpoint}"}` };
}

const UNSEEDED_JSON = { type: "application/json", cache: NO_STORE };
const TEXT = "text/plain; charset=utf-8";

/**
 * Responds to a request for random content.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`.
 */
export function respondWithDraw(ctx: HttpContext, content: Content, options: DrawOptions): Response {
  const { category, endpoint, info } = options;
  const pools = content.pools[category];
  const pool = pools.get(endpoint) ?? pools.get(parseSegment(endpoint, [...pools.keys()]))!;
  const origin = content.originOf(ctx);
  // Most requests have no query, so parsing it is skipped.
  if (!ctx.req.url.includes("?")) {
    return respond(ctx, toJson(info, pool.drawOne(content.random, origin)), UNSEEDED_JSON);
  }
  const { count, seed, format } = parseDraw(ctx.req, category);
  const random = seed === undefined ? content.random : seedRandom(`${category}/${endpoint}/${seed}`);
  const items = count === undefined ? undefined : pool.drawMany(random, origin, count);
  const first = items?.[0] ?? pool.drawOne(random, origin);
  const cache = seed === undefined ? NO_STORE : ONE_DAY;
  if (format === "redirect") {
    return respond(ctx, "", { status: 302, type: TEXT, cache, headers: { location: first.message } });
  }
  if (format === "text") {
    return respond(ctx, (items ?? [first]).map((item) => item.message).join("\n"), { type: TEXT, cache });
  }
  return respond(ctx, toJson(info, first, items), { type: "application/json", cache });
}

function parseDraw(req: Request, category: Category) {
  const query = readQuery(req);
  // Without a count the response has no `items`.
  const count = parseInteger(query, "count", { min: 1, max: MAX_COUNT, fallback: 0 }) || undefined;
  const seed = parseText(query, "seed", MAX_SEED_CHARACTERS);
  const format = parseChoice(query, "format", { allowed: FORMATS, fallback: "json" });
  if (format !== "redirect" || category === "animals" || category === "yt-video") return { count, seed, format };
  const allowed = ["json", "text"];
  throw invalidParameterError("format", format, "must be json or text, because a text has no URL", { allowed });
}

// Concatenated, because the items are JSON already: serialising them again would take as long as the draw.
function toJson(info: string, first: Item, items?: readonly Item[]): string {
  const more = items === undefined ? "" : `,"items":[${items.map((item) => item.json).join(",")}]`;
  return `{"success":true,"status":200,${info},"message":${first.quoted},"item":${first.json}${more}}`;
}
