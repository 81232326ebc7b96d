import { assertEquals, assertRejects } from "@std/assert";
import { MAKING_POINTS, RenderedTextCache, respondWithText } from "@/lib/http/rendered_text.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { createContext } from "./context.ts";

const OPTIONS = { type: "text/plain", cache: "no-cache" };

function exchange(headers: Record<string, string> = {}): HttpContext {
  return createContext(new Request("http://paw.example/", { headers }));
}

Deno.test("RenderedTextCache makes a text once, and again after a failure", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  const make = () => `made ${++count}`;
  assertEquals((await texts.get("a", { make })).text, "made 1");
  assertEquals((await texts.get("a", { make })).text, "made 1");
  assertEquals((await texts.get("b", { make })).text, "made 2");
  await assertRejects(() => texts.get("c", { make: () => Promise.reject(new Error("no")) }), Error, "no");
  assertEquals((await texts.get("c", { make })).text, "made 3");
});

Deno.test("RenderedTextCache forgets the oldest, so that made-up hosts do not fill the memory", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  for (let key = 0; key < 40; key++) await texts.get(String(key), { make: () => String(++count) });
  await texts.get("0", { make: () => String(++count) });
  assertEquals(count, 41);
});

Deno.test("RenderedTextCache charges for making, not for keeping, and makes nothing for who cannot pay", async () => {
  const texts = new RenderedTextCache();
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  for (let count = 0; count < 3; count++) await texts.get("a", { make: () => "paw", charge });
  assertEquals(charged, [MAKING_POINTS]);
  const refuse = () => Promise.reject(new RangeError("over the limit"));
  await assertRejects(() => texts.get("b", { make: () => "poor", charge: refuse }), RangeError);
  assertEquals((await texts.get("b", { make: () => "rich", charge })).text, "rich");
});

Deno.test("respondWithText() compresses for those who take it, each encoding with its own tag", async () => {
  const kept = await new RenderedTextCache().get("", { make: () => "paw ".repeat(500) });
  const plain = respondWithText(exchange(), kept, OPTIONS);
  const zipped = respondWithText(exchange({ "accept-encoding": "br, gzip" }), kept, OPTIONS);
  assertEquals([plain.headers.get("content-encoding"), plain.headers.get("vary")], [null, "accept-encoding"]);
  assertEquals([zipped.headers.get("content-encoding"), zipped.headers.get("vary")], ["gzip", "accept-encoding"]);
  assertEquals(zipped.headers.get("etag"), plain.headers.get("etag")?.replace(/"$/, '-gzip"'));
  const unzipped = zipped.body!.pipeThrough(new DecompressionStream("gzip"));
  assertEquals(await new Response(unzipped).text(), await plain.text());
});

Deno.test("respondWithText() does not compress where gzip is refused, and answers 304 to what is known", async () => {
  const kept = await new RenderedTextCache().get("", { make: () => "paw" });
  for (const refused of ["gzip;q=0", "gzip; q=0.0, br", "identity", "x-gzipped"]) {
    const response = respondWithText(exchange({ "accept-encoding": refused }), kept, OPTIONS);
    assertEquals([await response.text(), response.headers.get("content-encoding")], ["paw", null], refused);
  }
  const known = respondWithText(exchange({ "if-none-match": `"${kept.tag}"` }), kept, OPTIONS);
  assertEquals([known.status, known.body], [304, null]);
});
