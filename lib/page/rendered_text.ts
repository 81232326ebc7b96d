import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type ResponseOptions, ReusableResponse, REVALIDATE } from "@/lib/http/responses.ts";

/**
 * Maximum number of cached texts. Each host name that callers use has texts of its own, and callers can make up host
 * names: without a limit they could fill the memory.
 */
const MAX_TEXTS = 32;

/** The price of text that is not cached, in points, so that requests with made-up hosts cost what they cause. */
export const UNCACHED_TEXT_POINTS = 10;

/** The best quality of Brotli, because the first load must stay small: 2 % less for 0.8 s of a thread, once. */
const HIGH_QUALITY = 11;

/** The quality for made-up host names: 8 ms, and an eighth more bytes. */
const LOW_QUALITY = 5;

/** How many texts are compressed with the high quality: more than a service has host names. */
const MAX_HIGH_QUALITY = 8;

/** The origin that texts are rendered with, and that the real one replaces. Neither has characters to escape. */
const PLACEHOLDER = "http://origin.invalid";

/** The same for an IPv6 address, because commands need quotes around its brackets. */
const IPV6_PLACEHOLDER = "http://[::]:1";

/** Options of {@linkcode RenderedTextCache}. */
export interface RenderedTextOptions {
  /** Returns the origin of this service, which the texts contain. */
  readonly originOf: (ctx: HttpContext) => string;
  /** Called for text that is not cached. If it throws, only this caller gets the error, and nothing is rendered. */
  readonly take: (ctx: HttpContext, points: number) => void;
}

/** Text that differs only between origins. */
export interface RenderedText extends Pick<ResponseOptions, "type" | "headers"> {
  readonly name: string;
  /** Renders the text for all callers, so it must use nothing of the request. It may contain `origin`, as it is. */
  readonly render: (origin: string) => string | Promise<string>;
}

/**
 * Caches texts that are the same for every caller of a host name: the landing page and the OpenAPI document. Each is
 * rendered once, and then only its origin is replaced: rendering takes 15 ms, in which all other requests wait.
 */
export class RenderedTextCache {
  readonly #options: RenderedTextOptions;
  readonly #templates = new LRUCache<string, Promise<string>>({ max: MAX_TEXTS });
  readonly #responses = new LRUCache<string, Promise<ReusableResponse>>({ max: MAX_TEXTS });
  #created = 0;

  constructor(options: RenderedTextOptions) {
    this.#options = options;
  }

  /** Responds with the text, rendered if it is not cached. @throws the error of `take` or `render`. */
  async respond(ctx: HttpContext, text: RenderedText): Promise<Response> {
    const origin = this.#options.originOf(ctx);
    const key = `${text.name} ${origin}`;
    if (!this.#responses.has(key)) this.#options.take(ctx, UNCACHED_TEXT_POINTS - 1);
    const response = await getOrCreate(this.#responses, key, () => this.#create(text, origin));
    return await response.toResponse(ctx);
  }

  async #create({ name, type, headers = {}, render }: RenderedText, origin: string): Promise<ReusableResponse> {
    this.#created++;
    const quality = this.#created <= MAX_HIGH_QUALITY ? HIGH_QUALITY : LOW_QUALITY;
    const placeholder = origin.includes("[") ? IPV6_PLACEHOLDER : PLACEHOLDER;
    const key = `${name} ${placeholder}`;
    const template = await getOrCreate(this.#templates, key, async () => await render(placeholder));
    const text = template.replaceAll(placeholder, () => origin);
    return await ReusableResponse.of(text, { type, headers, cache: REVALIDATE, quality });
  }
}
