import { acceptsEncodings } from "@std/http";
import { LRUCache } from "lru-cache";
import { respond, type ResponseOptions } from "@/lib/http/responses.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** A text that is made once, compressed once, and sent many times. */
export interface RenderedText {
  readonly text: string;
  readonly zipped: Uint8Array<ArrayBuffer>;
  /** Differs with the text; the two encodings add their own ending, as their bytes differ. */
  readonly tag: string;
}

/**
 * How many texts are kept. They differ by the address that callers use, which callers choose: without a bound a hostile
 * one could fill the memory.
 */
const MAX_TEXTS = 32;

/**
 * Points that making a text costs beyond the request itself: who makes up hosts would otherwise keep a core busy with
 * pages that nobody reads.
 */
export const MAKING_POINTS = 9;

/** How {@linkcode RenderedTextCache.get} comes by a text that it does not have. */
export interface MakeOptions {
  readonly make: () => string | Promise<string>;
  /** Asked before it is made; what it throws is for the one who asked, and for nobody who waits. */
  readonly charge?: (points: number) => void | Promise<void>;
}

/** Keeps what is the same for every caller of an address: the page, the OpenAPI document. */
export class RenderedTextCache {
  readonly #texts = new LRUCache<string, Promise<RenderedText>>({ max: MAX_TEXTS });

  /**
   * Yields the text of a key, made when it is not kept.
   *
   * @throws What `charge` or `make` throws.
   */
  async get(key: string, { make, charge }: MakeOptions): Promise<RenderedText> {
    if (!this.#texts.has(key)) await charge?.(MAKING_POINTS);
    return await (this.#texts.get(key) ?? this.#make(key, make));
  }

  #make(key: string, make: MakeOptions["make"]): Promise<RenderedText> {
    const made = keep(make);
    this.#texts.set(key, made);
    // A failure is for those who waited; the next one tries again.
    made.catch(() => this.#texts.delete(key));
    return made;
  }
}

/** Answers with a kept text, compressed where the caller takes it so. */
export function respondWithText(
  ctx: HttpContext,
  kept: RenderedText,
  options: Omit<ResponseOptions, "etag">,
): Response {
  // Without the header any encoding would do, but programs that send none mostly expect the plain text.
  const isZipped = ctx.req.headers.has("accept-encoding") &&
    acceptsEncodings(ctx.req, "gzip", "identity") === "gzip";
  const headers: Record<string, string> = { ...options.headers, vary: "accept-encoding" };
  if (isZipped) headers["content-encoding"] = "gzip";
  const etag = isZipped ? `"${kept.tag}-gzip"` : `"${kept.tag}"`;
  return respond(ctx, isZipped ? kept.zipped : kept.text, { ...options, etag, headers });
}

const BEST_COMPRESSION = 9;

async function keep(make: () => string | Promise<string>): Promise<RenderedText> {
  const text = await make();
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  // Loaded when first needed: a fourteenth of a cold start.
  const { gzip } = await import("node:zlib");
  const { promisify } = await import("node:util");
  const zipped = await promisify(gzip)(bytes, { level: BEST_COMPRESSION });
  return { text, zipped: new Uint8Array(zipped), tag: digest.toHex().slice(0, 16) };
}
