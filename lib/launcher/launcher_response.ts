import { CompressedResponse } from "@/lib/http/compressed_response.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";
import type { LauncherData } from "@/lib/launcher/launcher_data.ts";

/** `cache-control` of the v5 API: a launcher asks at every start, and an old response is better than none. */
const LAUNCHER_CACHE = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** The quality of Brotli: a response is sent for a few minutes, so the best would not pay for its time. */
const BROTLI_QUALITY = 5;

/** A body that is not JSON. */
export interface TextOptions {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifies the body instead of the URL, because updaters add queries that differ from one request to the next. */
  readonly key?: string;
  readonly build: () => string;
}

/**
 * Responds with `{ success, status, …fields }` and a strong entity tag of that text, or with 304. Responses are cached
 * because all launchers send the same few requests: without the cache, building the JSON and its tag takes 27 µs of
 * processor time per request instead of 8.
 *
 * @throws whatever `buildFields` throws; such an error is not cached.
 */
export async function respondWithData(
  ctx: HttpContext,
  data: LauncherData,
  buildFields: () => object,
): Promise<Response> {
  return await respondWithBody(ctx, data, { type: "application/json", build: () => toSuccessBody(buildFields()) });
}

/**
 * Responds with a text like {@linkcode respondWithData}.
 *
 * @throws whatever `build` throws; such an error is not cached.
 */
export async function respondWithBody(
  ctx: HttpContext,
  { responses }: LauncherData,
  options: TextOptions,
): Promise<Response> {
  const { type, headers = {}, key = ctx.req.url, build } = options;
  const cached = responses.get(key);
  if (cached !== undefined) return await cached.toResponse(ctx);
  const compression = { type, cache: LAUNCHER_CACHE, headers, quality: BROTLI_QUALITY };
  const response = await CompressedResponse.of(build(), compression);
  responses.set(key, response);
  return await response.toResponse(ctx);
}

/** Responds with 204, which means to an updater that there is no update. */
export function respondWithoutUpdate(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": LAUNCHER_CACHE } });
}
