import { LRUCache } from "lru-cache";
import { acceptsGzip } from "@/lib/http/gzip.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { respond, type ResponseOptions } from "@/lib/http/responses.ts";

/** A text that is rendered and compressed once and sent many times. */
export interface RenderedText {
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** A hash of the text. The gzip variant appends a suffix because its bytes differ. */
  readonly tag: string;
}

/**
 * Maximum number of cached texts. Each host name that callers use has texts of its own, and callers can make up host
 * names: without a limit they could fill the memory.
 */
const MAX_TEXTS = 32;

/** Points for rendering a text, beyond the request itself: otherwise each random `Host` header would cause a render. */
export const RENDER_POINTS = 9;

/** How {@linkcode RenderedTextCache.get} creates a text that is not cached. */
export interface RenderOptions {
  readonly render: () => string | Promise<string>;
  /** Called before rendering. If it throws, only this caller gets the error, and nothing is rendered. */
  readonly charge?: (points: number) => void | Promise<void>;
}

/** Caches texts that are the same for every caller of a host name: the landing page and the OpenAPI document. */
export class RenderedTextCache {
  readonly #texts = new LRUCache<string, Promise<RenderedText>>({ max: MAX_TEXTS });

  /**
   * Returns the text of a key, rendered if it is not cached.
   *
   * @throws the error of `charge` or `render`.
   */
  async get(key: string, { render, charge }: RenderOptions): Promise<RenderedText> {
    if (!this.#texts.has(key)) await charge?.(RENDER_POINTS);
    const cached = this.#texts.get(key);
    if (cached !== undefined) return await cached;
    const rendered = toRenderedText(render);
    this.#texts.set(key, rendered);
    // Callers that waited get the error; the next call tries again.
    rendered.catch(() => this.#texts.delete(key));
    return await rendered;
  }
}

/** Responds with a rendered text, compressed if the caller accepts gzip. */
export function respondWithText(
  ctx: Pick<HttpContext, "req" | "state">,
  rendered: RenderedText,
  options: Omit<ResponseOptions, "etag">,
): Response {
  const isGzip = acceptsGzip(ctx.req);
  const headers: Record<string, string> = { ...options.headers, vary: "accept-encoding" };
  if (isGzip) headers["content-encoding"] = "gzip";
  const etag = isGzip ? `"${rendered.tag}-gzip"` : `"${rendered.tag}"`;
  return respond(ctx, isGzip ? rendered.gzipped : rendered.text, { ...options, etag, headers });
}

async function toRenderedText(render: () => string | Promise<string>): Promise<RenderedText> {
  const text = await render();
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  // Imported on first use because it takes a fourteenth of a cold start.
  const { gzip } = await import("node:zlib");
  const { promisify } = await import("node:util");
  const gzipped = await promisify(gzip)(bytes, { level: 9 });
  return { text, gzipped: new Uint8Array(gzipped), tag: digest.toHex().slice(0, 16) };
}
