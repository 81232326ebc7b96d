import { assertEquals, assertRejects } from "@std/assert";
import { RENDER_POINTS, RenderedTextCache, respondWithText } from "@/lib/http/rendered_text.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { finishResponse } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

const OPTIONS = { type: "text/plain", cache: "no-cache" };

function contextOf(headers: Record<string, string> = {}): HttpContext {
  return createContext(new Request("http://paw.example/", { headers }));
}

Deno.test("RenderedTextCache renders a text once, and again after an error", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  const render = () => `rendered ${++count}`;
  assertEquals((await texts.get("a", { render })).text, "rendered 1");
  assertEquals((await texts.get("a", { render })).text, "rendered 1");
  assertEquals((await texts.get("b", { render })).text, "rendered 2");
  await assertRejects(() => texts.get("c", { render: () => Promise.reject(new Error("no")) }), Error, "no");
  assertEquals((await texts.get("c", { render })).text, "rendered 3");
});

Deno.test("RenderedTextCache drops the oldest, so that made-up hosts do not fill the memory", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  for (let key = 0; key < 40; key++) await texts.get(String(key), { render: () => String(++count) });
  await texts.get("0", { render: () => String(++count) });
  assertEquals(count, 41);
});

Deno.test("RenderedTextCache charges for rendering, not for cached texts, and renders nothing for a caller over its limit", async () => {
  const texts = new RenderedTextCache();
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  for (let count = 0; count < 3; count++) await texts.get("a", { render: () => "paw", charge });
  assertEquals(charged, [RENDER_POINTS]);
  const refuse = () => Promise.reject(new RangeError("over the limit"));
  await assertRejects(() => texts.get("b", { render: () => "poor", charge: refuse }), RangeError);
  assertEquals((await texts.get("b", { render: () => "rich", charge })).text, "rich");
});

Deno.test("respondWithText() compresses for callers that accept gzip, each encoding with its own tag", async () => {
  const rendered = await new RenderedTextCache().get("", { render: () => "paw ".repeat(500) });
  const plain = respondWithText(contextOf(), rendered, OPTIONS);
  const gzipped = respondWithText(contextOf({ "accept-encoding": "br, gzip" }), rendered, OPTIONS);
  assertEquals([plain.headers.get("content-encoding"), plain.headers.get("vary")], [null, "accept-encoding"]);
  assertEquals([gzipped.headers.get("content-encoding"), gzipped.headers.get("vary")], ["gzip", "accept-encoding"]);
  assertEquals(gzipped.headers.get("etag"), plain.headers.get("etag")?.replace(/"$/, '-gzip"'));
  const plainBody = gzipped.body!.pipeThrough(new DecompressionStream("gzip"));
  assertEquals(await new Response(plainBody).text(), await plain.text());
});

Deno.test("respondWithText() does not compress for callers that refuse gzip", async () => {
  const rendered = await new RenderedTextCache().get("", { render: () => "paw" });
  for (const refused of ["gzip;q=0", "gzip; q=0.0, br", "identity", "x-gzipped"]) {
    const response = respondWithText(contextOf({ "accept-encoding": refused }), rendered, OPTIONS);
    assertEquals([await response.text(), response.headers.get("content-encoding")], ["paw", null], refused);
  }
});

Deno.test("respondWithText() passes the tag of the chosen encoding on, so that finishResponse() can send a 304", async () => {
  const rendered = await new RenderedTextCache().get("", { render: () => "paw" });
  const ctx = contextOf({ "if-none-match": `"${rendered.tag}"` });
  const response = finishResponse(ctx, respondWithText(ctx, rendered, OPTIONS));
  assertEquals([response.status, response.body], [304, null]);
});
