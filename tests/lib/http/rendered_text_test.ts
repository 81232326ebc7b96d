import { assert, assertEquals, assertRejects } from "@std/assert";
import { RENDER_POINTS, RenderedTextCache, type RenderOptions } from "@/lib/http/rendered_text.ts";
import { createContext } from "./context.ts";

const OPTIONS = { type: "text/plain", cache: "no-cache" };

async function getText(texts: RenderedTextCache, key: string, options: Partial<RenderOptions>): Promise<string> {
  const rendered = await texts.get(key, { ...OPTIONS, render: () => "", ...options });
  return await (await rendered.toResponse(createContext(new Request("http://paw.example/")))).text();
}

Deno.test("RenderedTextCache renders a text once, and again after an error", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  const render = () => `rendered ${++count}`;
  assertEquals(await getText(texts, "a", { render }), "rendered 1");
  assertEquals(await getText(texts, "a", { render }), "rendered 1");
  assertEquals(await getText(texts, "b", { render }), "rendered 2");
  await assertRejects(() => getText(texts, "c", { render: () => Promise.reject(new Error("no")) }), Error, "no");
  assertEquals(await getText(texts, "c", { render }), "rendered 3");
});

Deno.test("RenderedTextCache drops the oldest, so that made-up hosts do not fill the memory", async () => {
  const texts = new RenderedTextCache();
  let count = 0;
  for (let key = 0; key < 40; key++) await getText(texts, String(key), { render: () => String(++count) });
  await getText(texts, "0", { render: () => String(++count) });
  assertEquals(count, 41);
});

Deno.test("RenderedTextCache compresses the texts of few hosts well, and those of made-up ones fast", async () => {
  const texts = new RenderedTextCache();
  const render = () => JSON.stringify(Array.from({ length: 2000 }, (_, n) => (n * n) % 977));
  const lengths: number[] = [];
  for (let key = 0; key < 9; key++) {
    const rendered = await texts.get(String(key), { ...OPTIONS, render });
    const request = new Request("http://paw.example/", { headers: { "accept-encoding": "br" } });
    lengths.push((await (await rendered.toResponse(createContext(request))).bytes()).length);
  }
  assertEquals(new Set(lengths.slice(0, 8)).size, 1);
  assert(lengths[8]! > lengths[0]!, lengths.join());
});

Deno.test("RenderedTextCache charges for rendering, not for cached texts, and renders nothing for a caller over its limit", async () => {
  const texts = new RenderedTextCache();
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  for (let count = 0; count < 3; count++) await getText(texts, "a", { render: () => "paw", charge });
  assertEquals(charged, [RENDER_POINTS]);
  const refuse = () => Promise.reject(new RangeError("over the limit"));
  await assertRejects(() => getText(texts, "b", { render: () => "poor", charge: refuse }), RangeError);
  assertEquals(await getText(texts, "b", { render: () => "rich", charge }), "rich");
});
