import { eTag } from "@std/http";
import { type Effort, getCompressed } from "@/lib/http/compression.ts";
import { chooseEncoding } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { respond, type ResponseOptions } from "@/lib/http/responses.ts";

/** Options of {@linkcode ReusableResponse}. */
export interface ReusableOptions extends ResponseOptions {
  /** How much to do for a small text; `normal` without it. */
  readonly effort?: Effort;
}

/** Responds with a text in the best encoding that the caller accepts, with a hash of the text as its entity tag. */
export async function respondWithText(ctx: HttpContext, text: string, options: ReusableOptions): Promise<Response> {
  return await (await ReusableResponse.of(text, options)).toResponse(ctx);
}

/** Bodies below this size are not compressed: they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** Types that compression makes smaller. Other pictures are compressed already. */
const COMPRESSIBLE_TYPE = /^(text\/|image\/svg|application\/([\w.]+\+)?(json|xml|yaml))/;

/** What replaces the options of a {@linkcode ReusableResponse} for one caller. */
export interface ReplacedOptions extends Partial<Pick<ResponseOptions, "cache">> {
  /** Other headers; `vary` is added to its own. */
  readonly headers?: ResponseOptions["headers"] | undefined;
}

/** A response that many callers get. A text is compressed once for each encoding that a caller accepts. */
export class ReusableResponse {
  /** The length of the body in bytes, without compression. */
  readonly length: number;
  readonly options: ReusableOptions;
  readonly #body: Uint8Array<ArrayBuffer>;
  /** The entity tag of a text that is worth compressing. */
  readonly #textTag: string | undefined;

  /** Creates the response of a text. Its entity tag is a hash of the text. */
  static async of(text: string, options: ReusableOptions): Promise<ReusableResponse> {
    const body = new TextEncoder().encode(text);
    return new ReusableResponse(body, { ...options, etag: await eTag(body) });
  }

  /** Compresses nothing yet. The entity tag must be a hash of the body, without compression. */
  constructor(body: Uint8Array<ArrayBuffer>, options: ReusableOptions) {
    const { type, etag, headers } = options;
    this.#body = body;
    this.length = body.length;
    this.#textTag = COMPRESSIBLE_TYPE.test(type) && this.length >= MIN_COMPRESSED_BYTES ? etag : undefined;
    const vary = this.#textTag === undefined ? {} : { vary: "accept-encoding" };
    this.options = { ...options, headers: mergeHeaders(vary, headers) };
  }

  /** Returns the body without compression. All callers share it, so it must not be changed or transferred. */
  read(): Uint8Array<ArrayBuffer> {
    return this.#body;
  }

  /** Returns whether a caller gets the body compressed. */
  isCompressedFor(req: Request): boolean {
    return this.#textTag !== undefined && chooseEncoding(req) !== undefined;
  }

  /**
   * Returns a copy for one caller, in the best encoding that it accepts. If there is a `stream`, which must have the
   * bytes of the body, that is sent, and the body is not copied.
   */
  async toResponse(
    ctx: HttpContext,
    { cache = this.options.cache, headers }: ReplacedOptions = {},
    stream?: ReadableStream<Uint8Array>,
  ): Promise<Response> {
    const options = { ...this.options, cache, headers: mergeHeaders(this.options.headers, headers) };
    if (stream !== undefined) {
      ctx.state.bytes = this.length;
      const headers = { ...options.headers, "content-length": String(this.length) };
      return respond(ctx, stream, { ...options, headers });
    }
    const encoding = this.#textTag && chooseEncoding(ctx.req);
    if (this.#textTag === undefined || !encoding) return respond(ctx, this.#body, options);
    // A strong tag identifies bytes, so each encoding has its own.
    const etag = this.#textTag.replace(/"$/, `-${encoding}"`);
    const { effort = "normal" } = options;
    return respond(ctx, await getCompressed(this.#body, { encoding, etag, effort }), {
      ...options,
      etag,
      headers: { ...options.headers, "content-encoding": encoding },
    });
  }
}

/** Returns all headers: those in `others` replace equal names, except that both `vary` apply. */
function mergeHeaders(
  headers: ResponseOptions["headers"],
  others: ResponseOptions["headers"],
): Readonly<Record<string, string>> {
  const vary = [others?.vary, headers?.vary].filter((each) => each !== undefined).join(", ");
  return { ...headers, ...others, ...(vary !== "" && { vary }) };
}
