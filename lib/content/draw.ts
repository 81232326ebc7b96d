import type { Content } from "@/lib/content/mod.ts";
import type { Category, Item, Pool, Pools } from "@/lib/content/pools.ts";
import { seedRandom } from "@/lib/content/random.ts";
import { NO_STORE, ONE_DAY, respond } from "@/lib/http/responses.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import {
  invalidParameterError,
  parseChoice,
  parseInteger,
  parseSegment,
  parseText,
  readQuery,
} from "@/lib/http/parameters.ts";

/** The most items of one answer. */
export const MAX_COUNT = 50;

/** The longest seed: enough for a name and a date, too short to be a burden. */
export const MAX_SEED_CHARACTERS = 64;

/** The forms an answer takes. */
export const FORMATS = ["json", "text", "redirect"] as const;

/** What the caller asked for. */
export interface DrawRequest {
  /** `undefined` unless asked for: then the answer has no `items`. */
  readonly count: number | undefined;
  readonly seed: string | undefined;
  readonly format: typeof FORMATS[number];
}

/** How a version names what was drawn: the only thing in which they differ. */
export type Envelope = (category: Category, endpoint: string) => string;

/** Names it as version 1 does. */
export function toV1(category: Category, endpoint: string): string {
  return `"category":"${category}","endpoint":"${endpoint}"`;
}

/** Names it as version 2 does. */
export function toV2(category: Category, endpoint: string): string {
  return `"info":{${toV1(category, endpoint)}}`;
}

/** What {@linkcode respondWithDraw} draws and how it answers. */
export interface DrawOptions {
  readonly category: Category;
  /** The variable part of the path. */
  readonly endpoint: string | undefined;
  readonly envelope: Envelope;
}

/**
 * Answers a request for random content.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`.
 */
export function respondWithDraw(ctx: HttpContext, content: Content, options: DrawOptions): Response {
  const { category, endpoint = "", envelope } = options;
  const pool = findPool(content.pools[category], endpoint);
  const base = content.originOf(ctx.req);
  const head = envelope(category, endpoint);
  if (!ctx.req.url.includes("?")) return respond(ctx, toBody(head, pool.drawOne(content.random, base)), UNSEEDED_JSON);
  const { count, seed, format } = parseDraw(ctx.req, category);
  const random = seed === undefined ? content.random : seedRandom(`${category}/${endpoint}/${seed}`);
  const items = count === undefined ? undefined : pool.drawMany(random, base, count);
  const first = items?.[0] ?? pool.drawOne(random, base);
  const cache = seed === undefined ? NO_STORE : ONE_DAY;
  if (format === "redirect") return redirect(ctx, first.message, cache);
  if (format === "text") return respond(ctx, toText(items ?? [first]), { type: "text/plain; charset=utf-8", cache });
  return respond(ctx, toBody(head, first, items), { type: "application/json", cache });
}

/** What most answers are. */
const UNSEEDED_JSON = { type: "application/json", cache: NO_STORE };

function findPool(pools: Pools, endpoint: string): Pool {
  return pools.get(endpoint) ?? pools.get(parseSegment(endpoint, [...pools.keys()]))!;
}

/**
 * Reads `count`, `seed` and `format`.
 *
 * @throws {ApiError} `invalid_parameter` naming what would be right.
 */
function parseDraw(req: Request, category: Category): DrawRequest {
  const query = readQuery(req);
  const count = parseInteger(query, "count", { min: 1, max: MAX_COUNT, fallback: 0 }) || undefined;
  const seed = parseText(query, "seed", MAX_SEED_CHARACTERS);
  const format = parseChoice(query, "format", { allowed: FORMATS, fallback: "json" });
  if (format !== "redirect" || category === "animals" || category === "yt-video") return { count, seed, format };
  throw invalidParameterError("format", format, "must be json or text for a text, which has no address", {
    allowed: ["json", "text"],
  });
}

// Put together by hand: serialising the whole object again would take as long as the draw.
function toBody(head: string, first: Item, items?: readonly Item[]): string {
  const more = items === undefined ? "" : `,"items":[${items.map((item) => item.json).join(",")}]`;
  return `{"success":true,"status":200,${head},"message":${first.quoted},"item":${first.json}${more}}`;
}

// One message a line, so that no asked-for item is dropped in silence.
function toText(items: readonly Item[]): string {
  return items.map((item) => item.message).join("\n");
}

function redirect(ctx: HttpContext, location: string, cache: string): Response {
  return respond(ctx, "", { status: 302, type: "text/plain; charset=utf-8", cache, headers: { location } });
}
