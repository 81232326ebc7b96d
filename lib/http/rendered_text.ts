import { LRUCache } from "lru-cache";
import { CompressedResponse } from "@/lib/http/compression.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { ResponseOptions } from "@/lib/http/responses.ts";

/**
 * Maximum number of cached texts. Each host name that callers use has texts of its own, and callers can make up host
 * names: without a limit they could fill the memory.
 */
const MAX_TEXTS = 32;

/** Points for rendering a text, beyond the request itself: otherwise each random `Host` header would cause a render. */
const RENDER_POINTS = 9;

/** The quality of Brotli: 0.2 s for the landing page. The best quality takes four times as long and saves 2 %. */
const HIGH_QUALITY = 10;

/** The quality for made-up host names: 8 ms, and an eighth more bytes. */
const LOW_QUALITY = 5;

/** How many texts are compressed with the high quality: more than a service has host names. */
const MAX_HIGH_QUALITY = 8;

/** Options of {@linkcode RenderedTextCache}. */
export interface RenderedTextOptions {
  /** Returns the origin of this service, which the texts contain. */
  readonly originOf: (ctx: HttpContext) => string;
  /** Called before rendering. If it throws, only this caller gets the error, and nothing is rendered. */
  readonly charge: (ctx: HttpContext, points: number) => void | Promise<void>;
}

/** A text that differs only between origins. */
export interface RenderedText extends Pick<ResponseOptions, "type" | "headers"> {
  readonly name: string;
  readonly render: (origin: string) => string | Promise<string>;
}

/** Caches texts that are the same for every caller of a host name: the landing page and the OpenAPI document. */
export class RenderedTextCache {
  readonly #options: RenderedTextOptions;
  readonly #texts = new LRUCache<string, Promise<CompressedResponse>>({ max: MAX_TEXTS });
  #rendered = 0;
  /** Resolves when the text before is rendered. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: RenderedTextOptions) {
    this.#options = options;
  }

  /** Responds with a text, rendered if it is not cached. @throws the error of `charge` or `render`. */
  async respond(ctx: HttpContext, text: RenderedText): Promise<Response> {
    const { originOf, charge } = this.#options;
    const origin = originOf(ctx);
    const key = `${text.name} ${origin}`;
    if (!this.#texts.has(key)) await charge(ctx, RENDER_POINTS);
    let response = this.#texts.get(key);
    if (response === undefined) {
      response = this.#render(text, origin);
      this.#texts.set(key, response);
      // Callers that waited get the error; the next call tries again.
      response.catch(() => this.#texts.delete(key));
    }
    return await (await response).toResponse(ctx);
  }

  async #render({ type, headers = {}, render }: RenderedText, origin: string): Promise<CompressedResponse> {
    const quality = ++this.#rendered <= MAX_HIGH_QUALITY ? HIGH_QUALITY : LOW_QUALITY;
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    // One at a time, with a pause before each: a render takes 20 ms, and other requests would wait for all of them.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      return await CompressedResponse.of(await render(origin), { type, headers, cache: "no-cache", quality });
    } finally {
      resolve();
    }
  }
}
