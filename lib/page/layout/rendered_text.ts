import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type CachePolicy, REVALIDATE } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { EXAMPLE_ORIGIN } from "@/lib/endpoints/endpoint.ts";
import { type ResponseOptions } from "@/lib/http/responses.ts";

/**
 * Marks where a page shows its own origin: {@linkcode RenderedTextCache} replaces it by the one that was called. It is
 * the origin of examples, so those in documents and descriptions change, too.
 */
export const ORIGIN_MARK = EXAMPLE_ORIGIN;

/** Maximum number of cached texts. There are about thirty names; each change of the operator's pictures adds one. */
const MAX_TEXTS = 64;

/**
 * The origins whose texts are compressed with normal effort. A service has few, but callers can invent any number: what
 * comes later is a tenth larger and costs a point more, because the main thread takes 1 to 4 ms for it.
 */
const MAX_ORIGINS = 16;

/** Text that is the same for every caller, except for the origin in it. */
export interface RenderedText extends Pick<ResponseOptions, "type" | "headers"> {
  readonly name: string;
  /** How it may be cached; by default also by shared caches. */
  readonly cache?: CachePolicy;
  /** The origin that it shows instead of {@linkcode ORIGIN_MARK}. Without it, the text shows the one of examples. */
  readonly origin?: string;
  /** Renders the text for all callers, so it must use nothing of the request. */
  readonly render: () => string | Promise<string>;
}

/**
 * Caches the texts that are the same for every caller: pages, `/api`, the OpenAPI document and others. Each is rendered
 * once, because all other requests wait meanwhile. Another origin costs only a copy.
 */
export class RenderedTextCache {
  readonly #responses = new LRUCache<string, Promise<ReusableResponse>>({ max: MAX_TEXTS });
  /** The texts by name, in the parts between their origins. */
  readonly #parts = new LRUCache<string, Promise<string[]>>({ max: MAX_TEXTS });
  /** The first {@linkcode MAX_ORIGINS} that were called, and that of texts without one. */
  readonly #origins = new Set([ORIGIN_MARK]);

  /** Responds with the text, rendered if it is not cached. @throws the error of `render`. */
  async respond(ctx: HttpContext, text: RenderedText): Promise<Response> {
    const { name, origin = ORIGIN_MARK, type, headers = {}, cache = REVALIDATE, render } = text;
    const response = await getOrCreate(this.#responses, `${origin} ${name}`, async () => {
      const parts = await getOrCreate(this.#parts, name, async () => (await render()).split(ORIGIN_MARK));
      if (this.#origins.size <= MAX_ORIGINS) this.#origins.add(origin);
      const isKnown = this.#origins.has(origin);
      if (!isKnown) ctx.state.charge(1);
      const effort = isKnown ? "normal" : "low";
      return await ReusableResponse.of(parts.join(origin), { type, headers, cache, effort });
    });
    return await response.toResponse(ctx);
  }
}
