import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type CachePolicy, REVALIDATE } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { type ResponseOptions } from "@/lib/http/responses.ts";

/** Maximum number of cached texts. There are only a few names, but each change of the operator's pictures adds one. */
const MAX_TEXTS = 16;

/** Text that is the same for every caller. */
export interface RenderedText extends Pick<ResponseOptions, "type" | "headers"> {
  readonly name: string;
  /** How it may be cached; by default also by shared caches. */
  readonly cache?: CachePolicy;
  /** Renders the text for all callers, so it must use nothing of the request. */
  readonly render: () => string | Promise<string>;
}

/**
 * Caches the texts that are the same for every caller: the landing page and the OpenAPI document. Each is rendered
 * once, because all other requests wait meanwhile.
 */
export class RenderedTextCache {
  readonly #responses = new LRUCache<string, Promise<ReusableResponse>>({ max: MAX_TEXTS });

  /** Responds with the text, rendered if it is not cached. @throws the error of `render`. */
  async respond(
    ctx: HttpContext,
    { name, type, headers = {}, cache = REVALIDATE, render }: RenderedText,
  ): Promise<Response> {
    const response = await getOrCreate(this.#responses, name, async () => {
      return await ReusableResponse.of(await render(), { type, headers, cache });
    });
    return await response.toResponse(ctx);
  }
}
