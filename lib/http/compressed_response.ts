import { eTag } from "@std/http";
import { getOrCreate } from "@/lib/async/lazy.ts";
import { compress } from "@/lib/http/compress.ts";
import { chooseEncoding, type Encoding } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { CachedResponse, type ResponseOptions } from "@/lib/http/responses.ts";

/** Bodies below this size are not compressed: they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** Options of {@linkcode CompressedResponse}. The entity tag is that of the body without compression. */
export interface CompressedResponseOptions extends ResponseOptions {
  readonly etag: string;
  /** How hard Brotli tries, from 0 to 11. */
  readonly quality: number;
}

/** A {@linkcode CachedResponse} that is compressed once for each encoding that a caller accepts. */
export class CompressedResponse {
  /** The length of the body in bytes, without compression. */
  readonly length: number;
  /** The options of the response without compression. */
  readonly options: CompressedResponseOptions;
  readonly #body: Uint8Array<ArrayBuffer>;
  readonly #plain: CachedResponse;
  readonly #variants = new Map<Encoding, Promise<CachedResponse>>();

  /** Creates the response of a text. Its entity tag is a hash of the text. */
  static async of(text: string, options: Omit<CompressedResponseOptions, "etag">): Promise<CompressedResponse> {
    const body = new TextEncoder().encode(text);
    return new CompressedResponse(body, { ...options, etag: (await eTag(body))! });
  }

  /** Compresses nothing yet. */
  constructor(body: Uint8Array<ArrayBuffer>, options: CompressedResponseOptions) {
    this.#body = body;
    this.length = body.length;
    const isSmall = body.length < MIN_COMPRESSED_BYTES;
    this.options = isSmall ? options : { ...options, headers: { ...options.headers, vary: "accept-encoding" } };
    this.#plain = new CachedResponse(body, this.options);
  }

  /** Returns the body without compression. All callers share it, so it must not be changed or transferred. */
  read(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#body);
  }

  /** Returns a copy for one caller, in the best encoding that it accepts. */
  async toResponse(ctx: Pick<HttpContext, "req" | "state">): Promise<Response> {
    const encoding = this.length < MIN_COMPRESSED_BYTES ? undefined : chooseEncoding(ctx.req);
    if (encoding === undefined) return this.#plain.toResponse(ctx);
    return (await getOrCreate(this.#variants, encoding, () => this.#compress(encoding))).toResponse(ctx);
  }

  async #compress(encoding: Encoding): Promise<CachedResponse> {
    const { quality, headers } = this.options;
    // A strong tag identifies bytes, so each encoding has its own.
    const etag = this.options.etag.replace(/"$/, `-${encoding}"`);
    const body = await compress({ bytes: this.#body, encoding, quality });
    return new CachedResponse(body, { ...this.options, etag, headers: { ...headers, "content-encoding": encoding } });
  }
}
