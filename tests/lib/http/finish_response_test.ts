import { assertEquals } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { respond, respondWithError, respondWithJson } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

function contextOf(init: RequestInit = {}, rateLimit?: string) {
  return createContext(new Request("http://paw.example/", init), { rateLimit });
}

const OPTIONS = { type: "text/plain", cache: "no-cache", etag: '"a"' };

Deno.test("finishResponse() answers 304 only to a caller that sends the response's own tag", () => {
  for (const known of ['"other"', "a", "", ",,"]) {
    const ctx = contextOf({ headers: { "if-none-match": known } });
    assertEquals(finishResponse(ctx, respond(ctx, "text", OPTIONS)).status, 200, known);
  }
  const ctx = contextOf({ headers: { "if-none-match": "*" } });
  assertEquals(finishResponse(ctx, respondWithJson(ctx, { a: 1 })).status, 200, "no tag, no 304");
});

Deno.test("finishResponse() compares only the entity tags in the first 1 KiB of the header", () => {
  const others = '"b", '.repeat(10_000);
  for (const [known, status] of [[`"a", ${others}`, 304], [`${others}"a"`, 200]] as const) {
    const ctx = contextOf({ headers: { "if-none-match": known } });
    assertEquals(finishResponse(ctx, respond(ctx, "text", OPTIONS)).status, status);
  }
});

Deno.test("finishResponse() gives HEAD the length in bytes, not in characters", () => {
  const ctx = contextOf({ method: "HEAD" });
  const response = finishResponse(ctx, respond(ctx, "ü", { type: "text/plain", cache: "no-cache" }));
  assertEquals(response.headers.get("content-length"), "2");
});

Deno.test("finishResponse() makes what depends on the host private, and tells no shared cache the points of a caller", () => {
  const shared = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";
  const expected: [string, boolean, string, string | null][] = [
    [shared, false, shared, null],
    [shared, true, "private, max-age=0, stale-while-revalidate=600", "limit"],
    ["public, no-cache", true, "private, no-cache", "limit"],
    ["no-store", true, "no-store", "limit"],
    ["no-cache", false, "no-cache", "limit"],
  ];
  for (const [cache, dependsOnHost, sent, limit] of expected) {
    const ctx = contextOf({}, "limit");
    for (const isKnown of [true, false]) {
      const response = respond(ctx, "text", { type: "text/plain", cache });
      ctx.state.dependsOnHost = dependsOnHost;
      // A file has its headers from elsewhere.
      if (!isKnown) ctx.state.cache = undefined;
      const { headers } = finishResponse(ctx, response);
      assertEquals([headers.get("cache-control"), headers.get("ratelimit")], [sent, limit]);
    }
  }
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
