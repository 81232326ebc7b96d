import { assert, assertEquals, assertRejects } from "@std/assert";
import { type RenderedText, RenderedTextCache } from "@/lib/page/rendered_text.ts";
import { createContext } from "../http/context.ts";

function createCache(take: (points: number) => void = () => {}): RenderedTextCache {
  return new RenderedTextCache({ originOf: () => "http://paw.example", take: (_, points) => take(points) });
}

async function getText(texts: RenderedTextCache, name: string, render: RenderedText["render"]): Promise<string> {
  const ctx = createContext(new Request("http://paw.example/"));
  return await (await texts.respond(ctx, { name, type: "text/plain", render })).text();
}

Deno.test("RenderedTextCache renders a text once, and again after an error", async () => {
  const texts = createCache();
  let count = 0;
  const render = (origin: string) => `rendered ${++count} for ${origin}`;
  assertEquals(await getText(texts, "a", render), "rendered 1 for http://paw.example");
  assertEquals(await getText(texts, "a", render), "rendered 1 for http://paw.example");
  assertEquals(await getText(texts, "b", render), "rendered 2 for http://paw.example");
  await assertRejects(() => getText(texts, "c", () => Promise.reject(new Error("no"))), Error, "no");
  assertEquals(await getText(texts, "c", render), "rendered 3 for http://paw.example");
});

Deno.test("RenderedTextCache drops the oldest, so that made-up hosts do not fill the memory", async () => {
  const texts = createCache();
  let count = 0;
  for (let key = 0; key < 40; key++) await getText(texts, String(key), () => String(++count));
  await getText(texts, "0", () => String(++count));
  assertEquals(count, 41);
});

Deno.test("RenderedTextCache renders a text once for all host names, and one for those in brackets", async () => {
  const rendered: string[] = [];
  const texts = new RenderedTextCache({ originOf: ({ url }) => url.origin, take: () => {} });
  const render = (origin: string) => {
    rendered.push(origin);
    return `<a href="${origin}/a">${origin}</a>`;
  };
  for (const origin of ["http://a.example", "https://b.example:99", "http://[::1]:8000", "https://[2001:db8::1]"]) {
    const ctx = createContext(new Request(`${origin}/`));
    const text = await (await texts.respond(ctx, { name: "a", type: "text/plain", render })).text();
    assertEquals(text, `<a href="${origin}/a">${origin}</a>`);
  }
  assertEquals(rendered.length, 2);
});

Deno.test("RenderedTextCache compresses the texts of few hosts well, and those of made-up ones fast", async () => {
  const texts = createCache();
  const render = () => JSON.stringify(Array.from({ length: 2000 }, (_, n) => (n * n) % 977));
  const lengths: number[] = [];
  for (let name = 0; name < 9; name++) {
    const ctx = createContext(new Request("http://paw.example/", { headers: { "accept-encoding": "br" } }));
    const response = await texts.respond(ctx, { name: String(name), type: "text/plain", render });
    lengths.push((await response.bytes()).length);
  }
  assertEquals(new Set(lengths.slice(0, 8)).size, 1);
  assert(lengths[8]! > lengths[0]!, lengths.join());
});

Deno.test("RenderedTextCache charges for rendering, not for cached texts, and renders nothing for a caller over its limit", async () => {
  const charged: number[] = [];
  let isOverLimit = false;
  const texts = createCache((points) => {
    if (isOverLimit) throw new RangeError("over the limit");
    charged.push(points);
  });
  for (let count = 0; count < 3; count++) await getText(texts, "a", () => "paw");
  assertEquals(charged, [9]);
  isOverLimit = true;
  await assertRejects(() => getText(texts, "b", () => "poor"), RangeError);
  isOverLimit = false;
  assertEquals(await getText(texts, "b", () => "rich"), "rich");
});
