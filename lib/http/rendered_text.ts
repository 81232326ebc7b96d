import { LRUCache } from "lru-cache";
import { CompressedResponse, type CompressedResponseOptions } from "@/lib/http/compression.ts";
import type { ResponseOptions } from "@/lib/http/responses.ts";

/**
 * Maximum number of cached texts. Each host name that callers use has texts of its own, and callers can make up host
 * names: without a limit they could fill the memory.
 */
const MAX_TEXTS = 32;

/** Points for rendering a text, beyond the request itself: otherwise each random `Host` header would cause a render. */
export const RENDER_POINTS = 9;

/** The quality of Brotli: 0.2 s for the landing page. The best quality takes four times as long and saves 2 %. */
const HIGH_QUALITY = 10;

/** The quality for made-up host names: 8 ms, and an eighth more bytes. Other requests wait while Deno compresses. */
const LOW_QUALITY = 5;

/** How many texts are compressed with the high quality: more than a service has host names. */
const MAX_HIGH_QUALITY = 8;

/** How {@linkcode RenderedTextCache.get} creates a text that is not cached. */
export interface RenderOptions extends Omit<ResponseOptions, "etag"> {
  readonly render: () => string | Promise<string>;
  /** Called before rendering. If it throws, only this caller gets the error, and nothing is rendered. */
  readonly charge?: (points: number) => void | Promise<void>;
}

/** Caches texts that are the same for every caller of a host name: the landing page and the OpenAPI document. */
export class RenderedTextCache {
  readonly #texts = new LRUCache<string, Promise<CompressedResponse>>({ max: MAX_TEXTS });
  #rendered = 0;

  /**
   * Returns the text of a key, rendered if it is not cached.
   *
   * @throws the error of `charge` or `render`.
   */
  async get(key: string, { render, charge, ...options }: RenderOptions): Promise<CompressedResponse> {
    if (!this.#texts.has(key)) await charge?.(RENDER_POINTS);
    const cached = this.#texts.get(key);
    if (cached !== undefined) return await cached;
    const quality = ++this.#rendered <= MAX_HIGH_QUALITY ? HIGH_QUALITY : LOW_QUALITY;
    const rendered = renderText(render, { ...options, quality });
    this.#texts.set(key, rendered);
    // Callers that waited get the error; the next call tries again.
    rendered.catch(() => this.#texts.delete(key));
    return await rendered;
  }
}

async function renderText(
  render: RenderOptions["render"],
  options: Omit<CompressedResponseOptions, "etag">,
): Promise<CompressedResponse> {
  const bytes = new TextEncoder().encode(await render());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return new CompressedResponse(bytes, { ...options, etag: `"${digest.toHex().slice(0, 16)}"` });
}
