import { CachePolicy, ONE_DAY_SECONDS } from "@/lib/http/cache_control.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";
import type { LauncherData } from "@/lib/launcher/data.ts";
import type { Launcher } from "@/lib/launcher/launcher.ts";
import { readQueryKeepingPlus } from "@/lib/parameters/query.ts";
import type { Parameters, ValuesOf } from "@/lib/parameters/parameter.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";

/** How the v5 API may be cached: a launcher asks at every start, and an old response is better than none. */
export const LAUNCHER_CACHE: CachePolicy = new CachePolicy({
  scope: "public",
  maxAgeSeconds: 60,
  staleWhileRevalidateSeconds: 600,
  staleIfErrorSeconds: ONE_DAY_SECONDS,
});

/** What {@linkcode respondWithData} sends. */
export interface DataOptions {
  /** Returns the fields of a JSON response, a string, or `undefined` for 204, which tells an updater to do nothing. */
  readonly build: () => object | string | undefined;
  /** The media type of a string. */
  readonly type?: string;
  /** How it may be cached, if not like the rest of the v5 API. */
  readonly cache?: CachePolicy;
  /** Identifies the body. */
  readonly key: string;
}

/**
 * Responds with `{ success, status, …fields }` or a string, and with its strong entity tag; `finishResponse` decides
 * later about 304 and HEAD. Responses are cached because all launchers send the same few requests: without the cache, a
 * request takes up to ten times as long. So `build` is not called for every request.
 *
 * @throws whatever `build` throws; such an error is not cached.
 */
export async function respondWithData(ctx: HttpContext, data: LauncherData, options: DataOptions): Promise<Response> {
  const { build, type = "application/json", cache = LAUNCHER_CACHE, key } = options;
  const cached = data.responses.get(key);
  if (cached !== undefined) return await cached.toResponse(ctx);
  const content = build();
  if (content === undefined) return new Response(null, { status: 204, headers: { "cache-control": cache.text } });
  const staleFields = data.freshness.isStale ? { stale: true, asOf: data.freshness.asOf } : {};
  const body = typeof content === "string" ? content : toSuccessBody({ ...content, ...staleFields });
  const response = await ReusableResponse.of(body, { type, cache });
  data.responses.set(key, response);
  return await response.toResponse(ctx);
}

/** What {@linkcode respondWithFields} sends. */
export interface FieldsOptions<T extends Parameters> {
  readonly parameters: T;
  /** Returns the fields of the response, or `undefined` for 204. */
  readonly select: (data: LauncherData, values: ValuesOf<T>) => object | undefined;
}

/**
 * Responds to a request below `/api/v5/{app_name}` with the fields that `select` takes from the current data. Requests
 * with equal values have one response: updaters and caches add parameters of their own.
 *
 * @throws {ApiError} `unknown_app`, `invalid_parameter`, and whatever `select` throws.
 */
export async function respondWithFields<T extends Parameters>(
  ctx: HttpContext & { readonly params: Readonly<Record<string, string>> },
  { launcher }: { readonly launcher: Launcher },
  { parameters, select }: FieldsOptions<T>,
): Promise<Response> {
  const data = await launcher.load(ctx.params.app_name);
  const values = parseValues(readQueryKeepingPlus(ctx.req), parameters);
  const key = `${ctx.url.pathname} ${JSON.stringify(values)}`;
  return await respondWithData(ctx, data, { key, build: () => select(data, values) });
}
