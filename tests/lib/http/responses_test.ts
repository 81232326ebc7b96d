import { assertEquals } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import {
  CachedResponse,
  finishResponse,
  respond,
  respondWithError,
  respondWithJson,
  toSuccessBody,
} from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

const BYTES = new Uint8Array([1, 2, 3]);
const OPTIONS = { type: "image/png", cache: "no-cache", etag: '"a"', headers: { "x-cache": "hit" } };

function contextOf(init: RequestInit = {}, rateLimit?: string) {
  return createContext(new Request("http://paw.example/", init), { rateLimit });
}

Deno.test("CachedResponse.toResponse() gives every caller the same body and its own headers", async () => {
  const cached = new CachedResponse(BYTES, OPTIONS);
  const responses = ["first", "second"].map((limit) => {
    const ctx = contextOf({}, limit);
    return finishResponse(ctx, cached.toResponse(ctx));
  });
  for (const [i, limit] of ["first", "second"].entries()) {
    const names = ["content-type", "cache-control", "etag", "x-cache", "ratelimit"];
    assertEquals(names.map((name) => responses[i]!.headers.get(name)), ["image/png", "no-cache", '"a"', "hit", limit]);
    assertEquals(await responses[i]!.bytes(), BYTES);
  }
  assertEquals([cached.length, await cached.read(), await cached.read()], [3, BYTES, BYTES]);
});

Deno.test("CachedResponse.toResponse() serves GET after a HEAD and a 304, which have no body", async () => {
  const cached = new CachedResponse(BYTES, OPTIONS);
  const finish = (init: RequestInit) => {
    const ctx = contextOf(init);
    return { response: finishResponse(ctx, cached.toResponse(ctx)), ctx };
  };
  const head = finish({ method: "HEAD" });
  const known = finish({ headers: { "if-none-match": '"a"' } });
  assertEquals([head.response.status, head.response.body, head.response.headers.get("content-length")], [
    200,
    null,
    "3",
  ]);
  assertEquals([known.response.status, known.response.body], [304, null]);
  assertEquals([head.ctx.state.bytes, known.ctx.state.bytes], [0, 0]);
  assertEquals(await finish({}).response.bytes(), BYTES);
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

Deno.test("finishResponse() answers 304 only to a caller that sends the response's own tag", () => {
  for (const known of ['"other"', "a", "", ",,"]) {
    const ctx = contextOf({ headers: { "if-none-match": known } });
    assertEquals(finishResponse(ctx, respond(ctx, "text", { ...OPTIONS, type: "text/plain" })).status, 200, known);
  }
  const ctx = contextOf({ headers: { "if-none-match": "*" } });
  assertEquals(finishResponse(ctx, respondWithJson(ctx, { a: 1 })).status, 200, "no tag, no 304");
});

Deno.test("finishResponse() gives HEAD the length in bytes, not in characters", () => {
  const ctx = contextOf({ method: "HEAD" });
  const response = finishResponse(ctx, respond(ctx, "ü", { type: "text/plain", cache: "no-cache" }));
  assertEquals(response.headers.get("content-length"), "2");
});

Deno.test("finishResponse() sets the same standard headers on successes and errors", () => {
  const success = contextOf({}, "limit");
  const error = contextOf({}, "limit");
  const responses = [
    finishResponse(success, respondWithJson(success, { a: 1 })),
    finishResponse(error, respondWithError(error, new ApiError("not_found", "Cannot find it"))),
  ];
  for (const { headers } of responses) {
    const names = ["access-control-allow-origin", "x-content-type-options", "ratelimit"];
    assertEquals(names.map((name) => headers.get(name)), ["*", "nosniff", "limit"]);
  }
});

Deno.test("respondWithError() drops the tag and the length of a response that failed half way", () => {
  const ctx = contextOf({ headers: { "if-none-match": '"a"' } });
  respond(ctx, BYTES, OPTIONS);
  const response = finishResponse(ctx, respondWithError(ctx, new ApiError("internal_error", "Cannot respond")));
  assertEquals(response.status, 500);
});
