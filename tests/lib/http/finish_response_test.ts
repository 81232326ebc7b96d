import { assertEquals } from "@std/assert";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { respond, respondWithError, respondWithJson } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

function contextOf(init: RequestInit = {}) {
  return createContext(new Request("http://paw.example/", init));
}

const OPTIONS = { type: "text/plain", cache: NO_STORE, etag: '"a"' };

Deno.test("finishResponse() answers 304 only to a caller that sends the response's own tag", async () => {
  for (const known of ['"other"', "a", "", ",,"]) {
    const ctx = contextOf({ headers: { "if-none-match": known } });
    assertEquals((await finishResponse(ctx, respond(ctx, "text", OPTIONS))).status, 200, known);
  }
  const ctx = contextOf({ headers: { "if-none-match": "*" } });
  assertEquals((await finishResponse(ctx, respondWithJson(ctx, { a: 1 }))).status, 200, "no tag, no 304");
});

Deno.test("finishResponse() compares only the entity tags in the first 1 KiB of the header", async () => {
  const others = '"b", '.repeat(10_000);
  for (const [known, status] of [[`"a", ${others}`, 304], [`${others}"a"`, 200]] as const) {
    const ctx = contextOf({ headers: { "if-none-match": known } });
    assertEquals((await finishResponse(ctx, respond(ctx, "text", OPTIONS))).status, status);
  }
});

Deno.test("finishResponse() gives HEAD the length in bytes, not in characters", async () => {
  const ctx = contextOf({ method: "HEAD" });
  const response = await finishResponse(ctx, respond(ctx, "ü", { type: "text/plain", cache: NO_STORE }));
  assertEquals(response.headers.get("content-length"), "2");
});

Deno.test("finishResponse() sets the same standard headers on successes and errors", async () => {
  const success = contextOf();
  const error = contextOf();
  const responses = [
    await finishResponse(success, respondWithJson(success, { a: 1 })),
    await finishResponse(error, respondWithError(error, new ApiError("not_found", "Cannot find it"))),
  ];
  for (const { headers } of responses) {
    const names = ["access-control-allow-origin", "x-content-type-options"];
    assertEquals(names.map((name) => headers.get(name)), ["*", "nosniff"]);
  }
});
