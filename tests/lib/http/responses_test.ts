import { assertEquals } from "@std/assert";
import { CachedResponse } from "@/lib/http/responses.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { createContext } from "./context.ts";

const BYTES = new Uint8Array([1, 2, 3]);
const OPTIONS = { type: "image/png", cache: "no-cache", etag: '"a"', headers: { "x-cache": "hit" } };

function exchange(rateLimit: string, init: RequestInit = {}): HttpContext {
  const extraHeaders = { "x-request-id": rateLimit };
  return createContext(new Request("http://paw.example/", init), { extraHeaders, rateLimit });
}

Deno.test("CachedResponse.send() gives every caller the same body and headers of its own", async () => {
  const prepared = new CachedResponse(BYTES, OPTIONS);
  const answers = ["first", "second"].map((name) => prepared.toResponse(exchange(name)));
  for (const [i, name] of ["second", "first"].entries()) {
    const answer = answers[1 - i]!;
    const headers = ["content-type", "cache-control", "etag", "x-cache", "ratelimit", "x-request-id"];
    assertEquals(headers.map((each) => answer.headers.get(each)), ["image/png", "no-cache", '"a"', "hit", name, name]);
    assertEquals(await answer.bytes(), BYTES);
  }
  assertEquals([prepared.length, await prepared.read(), await prepared.read()], [3, BYTES, BYTES]);
});

Deno.test("CachedResponse.send() answers HEAD with the length alone and a known tag with 304", async () => {
  const prepared = new CachedResponse("größer", OPTIONS);
  const head = exchange("one", { method: "HEAD" });
  const known = exchange("one", { headers: { "if-none-match": '"a"' } });
  const [first, second] = [prepared.toResponse(head), prepared.toResponse(known)];
  assertEquals([first.status, first.headers.get("content-length"), await first.text()], [200, "8", ""]);
  assertEquals([second.status, second.headers.get("etag"), await second.text()], [304, '"a"', ""]);
  assertEquals([head.state.bytes, known.state.bytes], [0, 0]);
});
