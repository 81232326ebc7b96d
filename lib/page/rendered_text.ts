import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type CachePolicy, REVALIDATE } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { EXAMPLE_ORIGIN } from "@/lib/endpoints/endpoint.ts";
import { type ResponseOptions } from "@/lib/http/responses.ts";

/** Maximum number of cached texts. There are about thirty names; each change of the operator's pictures adds one. */
const MAX_TEXTS = 64;

/** Text that is the same for every caller, except for the origin in it. */
export interface RenderedText extends Pick<ResponseOptions, "type" | "headers"> {
  readonly name: string;
  /** How it may be cached; by default also by shared caches. */
  readonly cache?: CachePolicy;
  /** The origin that it shows instead of {@linkcode EXAMPLE_ORIGIN}. Callers without scripts see it, too. */
  readonly origin?: string;
  /** Renders the text for all callers, so it must use nothing of the request. */
  readonly render: () => string | Promise<string>;
}

/**
 * Caches the texts that are the same for every caller: pages and the OpenAPI document. Each is rendered once, because
 * all other requests wait meanwhile.
 */
export class RenderedTextCache {
  readonly #responses = new LRUCache<string, Promise<ReusableResponse>>({ max: MAX_TEXTS });

  /** Responds with the text, rendered if it is not cached. @throws the error of `render`. */
  async respond(ctx: HttpContext, text: RenderedText): Promise<Response> {
    return await (await this.#load(text)).toResponse(ctx);
  }

  async #load({ origin = EXAMPLE_ORIGIN, ...text }: RenderedText): Promise<ReusableResponse> {
    const { name, type, headers = {}, cache = REVALIDATE, render } = text;
    return await getOrCreate(this.#responses, `${origin} ${name}`, async () => {
      const rendered = origin === EXAMPLE_ORIGIN ? await render() : await this.#renderWith(origin, text);
      return await ReusableResponse.of(rendered, { type, headers, cache });
    });
  }

  // Another host costs only a copy of the text: a caller can invent any number of them.
  async #renderWith(origin: string, text: RenderedText): Promise<string> {
    const example = await this.#load(text);
    return new TextDecoder().decode(example.read()).replaceAll(EXAMPLE_ORIGIN, origin);
  }
}
