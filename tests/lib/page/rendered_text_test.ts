import { assertEquals, assertRejects } from "@std/assert";
import { type RenderedText, RenderedTextCache } from "@/lib/page/rendered_text.ts";
import { createContext } from "@/tests/lib/http/context.ts";

async function getText(texts: RenderedTextCache, name: string, render: RenderedText["render"]): Promise<string> {
  const ctx = createContext(new Request("http://paw.example/"));
  return await (await texts.respond(ctx, { name, type: "text/plain", render })).text();
}

Deno.test("RenderedTextCache renders a text once, and again after an error", async () => {
  const texts = new RenderedTextCache();
  let rendered = 0;
  const render = () => {
    if (++rendered === 1) throw new Error("once");
    return `text ${rendered}`;
  };
  await assertRejects(() => getText(texts, "page", render), Error, "once");
  const [first, second] = await Promise.all([getText(texts, "page", render), getText(texts, "page", render)]);
  assertEquals([first, second, rendered], ["text 2", "text 2", 2]);
});

Deno.test("RenderedTextCache drops the oldest, so that pages of old pictures do not fill the memory", async () => {
  const texts = new RenderedTextCache();
  let rendered = 0;
  for (let version = 0; version <= 16; version++) await getText(texts, `page ${version}`, () => `${++rendered}`);
  assertEquals(await getText(texts, "page 16", () => `${++rendered}`), "17");
  assertEquals(await getText(texts, "page 0", () => `${++rendered}`), "18");
});
