import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assert, assertEquals } from "@std/assert";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { respondWithText, ReusableResponse } from "@/lib/http/reusable_response.ts";
import { respond, respondWithError, toSuccessBody } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

const BYTES = new Uint8Array([1, 2, 3]);
const OPTIONS = { type: "image/png", cache: NO_STORE, etag: '"a"', headers: { "x-filter": "blur" } };

const TEXT = "paw ".repeat(500);

function contextOf(init: RequestInit = {}) {
  return createContext(new Request("http://paw.example/", init));
}

async function sendText(accepted: string | undefined, text = TEXT): Promise<Response> {
  const options = { type: "text/plain", cache: NO_STORE, etag: '"1"' };
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  return await new ReusableResponse(new TextEncoder().encode(text), options).toResponse(contextOf({ headers }));
}

Deno.test("ReusableResponse.toResponse() sends a stream instead of its body, with its length", async () => {
  const ctx = contextOf();
  const response = await new ReusableResponse(BYTES, OPTIONS).toResponse(ctx, {}, ReadableStream.from([BYTES]));
  assertEquals([response.headers.get("content-length"), ctx.state.bytes], ["3", 3]);
  assertEquals([response.headers.get("etag"), await response.bytes()], ['"a"', BYTES]);
});

Deno.test("ReusableResponse.toResponse() gives every caller the same body and its own headers", async () => {
  const cached = new ReusableResponse(BYTES, OPTIONS);
  const responses = await Promise.all(["first", "second"].map(async (limit) => {
    const ctx = contextOf();
    const response = await finishResponse(ctx, await cached.toResponse(ctx));
    response.headers.set("ratelimit", limit);
    return response;
  }));
  for (const [i, limit] of ["first", "second"].entries()) {
    const names = ["content-type", "cache-control", "etag", "x-filter", "ratelimit"];
    assertEquals(names.map((name) => responses[i]!.headers.get(name)), ["image/png", "no-store", '"a"', "blur", limit]);
    assertEquals(await responses[i]!.bytes(), BYTES);
  }
  assertEquals([cached.length, cached.read(), cached.read()], [3, BYTES, BYTES]);
});

Deno.test("ReusableResponse.toResponse() serves GET after a HEAD and a 304, which have no body", async () => {
  const cached = new ReusableResponse(BYTES, OPTIONS);
  const finish = async (init: RequestInit) => {
    const ctx = contextOf(init);
    return { response: await finishResponse(ctx, await cached.toResponse(ctx)), ctx };
  };
  const head = await finish({ method: "HEAD" });
  const known = await finish({ headers: { "if-none-match": '"a"' } });
  assertEquals([head.response.status, head.response.body, head.response.headers.get("content-length")], [
    200,
    null,
    "3",
  ]);
  assertEquals([known.response.status, known.response.body], [304, null]);
  assertEquals([head.ctx.state.bytes, known.ctx.state.bytes], [0, 0]);
  assertEquals(await (await finish({})).response.bytes(), BYTES);
});

Deno.test("ReusableResponse sends the best encoding that the caller accepts, each with its own tag", async () => {
  const br = await sendText("gzip, deflate, br");
  const gzip = await sendText("gzip");
  assertEquals([br.headers.get("content-encoding"), br.headers.get("etag")], ["br", '"1-br"']);
  assertEquals([gzip.headers.get("content-encoding"), gzip.headers.get("etag")], ["gzip", '"1-gzip"']);
  assertEquals(brotliDecompressSync(await br.bytes()).toString(), TEXT);
  assertEquals(gunzipSync(await gzip.bytes()).toString(), TEXT);
});

Deno.test("ReusableResponse compresses a text once for each version", async () => {
  const send = async (text: string, etag: string) => {
    const options = { type: "text/plain", cache: NO_STORE, etag };
    const response = await new ReusableResponse(new TextEncoder().encode(text.repeat(2000)), options)
      .toResponse(contextOf({ headers: { "accept-encoding": "br" } }));
    return brotliDecompressSync(await response.bytes()).toString()[0];
  };
  assertEquals([await send("a", '"first"'), await send("b", '"first"'), await send("b", '"second"')], ["a", "a", "b"]);
});

/** Counts the compressors that are created, until it is disposed. */
function countCompressors(): Disposable & { readonly count: number } {
  const Original = CompressionStream;
  let count = 0;
  globalThis.CompressionStream = class extends Original {
    constructor(format: CompressionFormat) {
      super(format);
      count++;
    }
  };
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => void (globalThis.CompressionStream = Original),
  };
}

Deno.test("ReusableResponse compresses a text once for all callers who wait for it, and for later ones", async () => {
  for (const encoding of ["br", "gzip"]) {
    using compressors = countCompressors();
    const text = new Uint8Array(65_537).fill(97);
    const cached = new ReusableResponse(text, { ...OPTIONS, type: "text/css", etag: '"all"' });
    const send = async () => {
      const response = await cached.toResponse(contextOf({ headers: { "accept-encoding": encoding } }));
      return (await response.bytes()).length;
    };
    const sizes = [...await Promise.all([send(), send(), send()]), await send()];
    assertEquals([compressors.count, new Set(sizes).size], [1, 1], encoding);
  }
});

Deno.test("ReusableResponse compresses up to 64 KiB without a stream, which would take longer", async () => {
  using compressors = countCompressors();
  const text = new Uint8Array(65_536).fill(97);
  const cached = new ReusableResponse(text, { ...OPTIONS, type: "text/css", etag: '"short"' });
  const [br, gzip] = await Promise.all(["br", "gzip"].map(async (encoding) => {
    const response = await cached.toResponse(contextOf({ headers: { "accept-encoding": encoding } }));
    return await response.bytes();
  }));
  assertEquals(compressors.count, 0);
  assertEquals([brotliDecompressSync(br!), gunzipSync(gzip!)].map((each) => new Uint8Array(each)), [text, text]);
});

Deno.test("ReusableResponse lets other work run after each 64 KiB that it compresses", async () => {
  let turns = 0;
  const takeTurn = () => {
    turns++;
    timer = setTimeout(takeTurn);
  };
  const text = new Uint8Array(300_000).map((_, i) => 97 + (i * i) % 23);
  const cached = new ReusableResponse(text, { ...OPTIONS, type: "text/plain", etag: '"large"' });
  let timer = setTimeout(takeTurn);
  const response = await cached.toResponse(contextOf({ headers: { "accept-encoding": "br" } }));
  clearTimeout(timer);
  assert(turns >= 4, `${turns} turns`);
  assertEquals(new Uint8Array(brotliDecompressSync(await response.bytes())), text);
});

Deno.test("ReusableResponse compresses texts and drawings, but no other pictures", async () => {
  for (
    const [type, encoding] of [["application/json", "gzip"], ["image/svg+xml", "gzip"], ["image/png", null]] as const
  ) {
    const options = { type, cache: NO_STORE, etag: `"${type}"` };
    const response = await new ReusableResponse(new TextEncoder().encode(TEXT), options)
      .toResponse(contextOf({ headers: { "accept-encoding": "gzip" } }));
    assertEquals(response.headers.get("content-encoding"), encoding, type);
  }
});

Deno.test("ReusableResponse does not compress for callers that refuse it, nor small bodies, but always varies", async () => {
  for (const refused of [undefined, "", "identity", "gzip;q=0", "gzip; q=0.0, br;q=0", "x-gzipped"]) {
    const { headers, ...response } = await sendText(refused);
    assertEquals([headers.get("content-encoding"), headers.get("vary")], [null, "accept-encoding"], refused);
    assertEquals(headers.get("etag"), '"1"', JSON.stringify(response));
  }
  assertEquals((await sendText("br", "paw")).headers.get("content-encoding"), null);
});

Deno.test("ReusableResponse passes the tag of the chosen encoding on, so that finishResponse() sends a 304", async () => {
  const ctx = contextOf({ headers: { "accept-encoding": "br", "if-none-match": '"a-br"' } });
  const cached = new ReusableResponse(new TextEncoder().encode(TEXT), { ...OPTIONS, type: "text/plain" });
  const response = await cached.toResponse(ctx);
  assertEquals((await finishResponse(ctx, response)).status, 304);
});

Deno.test("respondWithText() adds the encoding to the vary of its options, if the text is worth compressing", async () => {
  const options = { type: "text/plain", cache: NO_STORE, headers: { vary: "accept" } };
  const [long, short] = await Promise.all([TEXT, "paw"].map((text) => respondWithText(contextOf(), text, options)));
  assertEquals([long!.headers.get("vary"), short!.headers.get("vary")], ["accept, accept-encoding", "accept"]);
});

Deno.test("toSuccessBody() is JSON for any fields, also for none", () => {
  for (const fields of [{}, { a: undefined }, { a: 1, b: { c: "}" } }]) {
    assertEquals(JSON.parse(toSuccessBody(fields)), {
      success: true,
      status: 200,
      ...JSON.parse(JSON.stringify(fields)),
    });
  }
});

Deno.test("respondWithError() drops the tag and the length of a response that failed half way", async () => {
  const ctx = contextOf({ headers: { "if-none-match": '"a"' } });
  respond(ctx, BYTES, OPTIONS);
  const response = await finishResponse(ctx, respondWithError(ctx, new ApiError("internal_error", "Cannot respond")));
  assertEquals(response.status, 500);
});
