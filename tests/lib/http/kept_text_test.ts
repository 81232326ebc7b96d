import { assertEquals, assertRejects } from "@std/assert";
import { answerKept, KeptTexts, MAKING_POINTS } from "@/lib/http/kept_text.ts";
import type { Exchange, ExchangeState } from "@/lib/http/exchange.ts";

const OPTIONS = { type: "text/plain", cache: "no-cache" };

function exchange(headers: Record<string, string> = {}): Exchange {
  const state: ExchangeState = {
    method: "GET",
    requestId: undefined,
    extraHeaders: undefined,
    rateLimit: undefined,
    isDressed: false,
  };
  const req = new Request("http://paw.example/", { headers });
  return { req, url: new URL(req.url), state };
}

Deno.test("KeptTexts makes a text once, and again after a failure", async () => {
  const texts = new KeptTexts();
  let count = 0;
  const make = () => `made ${++count}`;
  assertEquals((await texts.get("a", { make })).text, "made 1");
  assertEquals((await texts.get("a", { make })).text, "made 1");
  assertEquals((await texts.get("b", { make })).text, "made 2");
  await assertRejects(() => texts.get("c", { make: () => Promise.reject(new Error("no")) }), Error, "no");
  assertEquals((await texts.get("c", { make })).text, "made 3");
});

Deno.test("KeptTexts forgets the oldest, so that made-up hosts do not fill the memory", async () => {
  const texts = new KeptTexts();
  let count = 0;
  for (let key = 0; key < 40; key++) await texts.get(String(key), { make: () => String(++count) });
  await texts.get("0", { make: () => String(++count) });
  assertEquals(count, 41);
});

Deno.test("KeptTexts charges for making, not for keeping, and makes nothing for who cannot pay", async () => {
  const texts = new KeptTexts();
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  for (let count = 0; count < 3; count++) await texts.get("a", { make: () => "paw", charge });
  assertEquals(charged, [MAKING_POINTS]);
  const refuse = () => Promise.reject(new RangeError("over the limit"));
  await assertRejects(() => texts.get("b", { make: () => "poor", charge: refuse }), RangeError);
  assertEquals((await texts.get("b", { make: () => "rich", charge })).text, "rich");
});

Deno.test("answerKept() compresses for those who take it, each encoding with its own tag", async () => {
  const kept = await new KeptTexts().get("", { make: () => "paw ".repeat(500) });
  const plain = answerKept(exchange(), kept, OPTIONS);
  const zipped = answerKept(exchange({ "accept-encoding": "br, gzip" }), kept, OPTIONS);
  assertEquals([plain.headers.get("content-encoding"), plain.headers.get("vary")], [null, "accept-encoding"]);
  assertEquals([zipped.headers.get("content-encoding"), zipped.headers.get("vary")], ["gzip", "accept-encoding"]);
  assertEquals(zipped.headers.get("etag"), plain.headers.get("etag")?.replace(/"$/, '-gzip"'));
  const unzipped = zipped.body!.pipeThrough(new DecompressionStream("gzip"));
  assertEquals(await new Response(unzipped).text(), await plain.text());
});

Deno.test("answerKept() does not compress where gzip is refused, and answers 304 to what is known", async () => {
  const kept = await new KeptTexts().get("", { make: () => "paw" });
  for (const refused of ["gzip;q=0", "gzip; q=0.0, br", "identity", "x-gzipped"]) {
    const response = answerKept(exchange({ "accept-encoding": refused }), kept, OPTIONS);
    assertEquals([await response.text(), response.headers.get("content-encoding")], ["paw", null], refused);
  }
  const known = answerKept(exchange({ "if-none-match": `"${kept.tag}"` }), kept, OPTIONS);
  assertEquals([known.status, known.body], [304, null]);
});
