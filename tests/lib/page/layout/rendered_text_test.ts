import { assert, assertEquals, assertRejects } from "@std/assert";
import { type RenderedText, RenderedTextCache } from "@/lib/page/layout/rendered_text.ts";
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
  for (let version = 0; version <= 64; version++) await getText(texts, `page ${version}`, () => `${++rendered}`);
  assertEquals(await getText(texts, "page 64", () => `${++rendered}`), "65");
  assertEquals(await getText(texts, "page 0", () => `${++rendered}`), "66");
});

Deno.test("RenderedTextCache renders once for all hosts, and each gets its own in the text", async () => {
  const texts = new RenderedTextCache();
  let rendered = 0;
  const respond = async (origin: string) => {
    const ctx = createContext(new Request("http://paw.example/"));
    const render = () => `${++rendered} http://localhost:8000/cat http://localhost:8000/dog`;
    const response = await texts.respond(ctx, { name: "page", type: "text/plain", origin, render });
    return [await response.text(), response.headers.get("etag")];
  };
  const [first, tag] = await respond("http://a.example");
  assertEquals(first, "1 http://a.example/cat http://a.example/dog");
  const [second, otherTag] = await respond("http://b.example");
  assertEquals(second, "1 http://b.example/cat http://b.example/dog");
  assertEquals(tag === otherTag, false);
  assertEquals(await respond("http://a.example"), [first, tag]);
});

Deno.test("RenderedTextCache compresses the texts of the first hosts well, and those of invented ones fast", async () => {
  const texts = new RenderedTextCache();
  const text = Array.from({ length: 2000 }, (_, n) => `http://localhost:8000/cat/${n % 40 * n}`).join("\n");
  const measure = async (origin: string) => {
    const ctx = createContext(new Request("http://paw.example/", { headers: { "accept-encoding": "gzip" } }));
    const response = await texts.respond(ctx, { name: "page", type: "text/plain", origin, render: () => text });
    const bytes = await response.bytes();
    const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream("gzip"));
    assertEquals(await new Response(stream).text(), text.replaceAll("http://localhost:8000", origin));
    return bytes.length;
  };
  const sizes: number[] = [];
  for (let host = 10; host < 40; host++) sizes.push(await measure(`http://${host}.example`));
  const well = Math.max(...sizes.slice(0, 16));
  assertEquals(sizes.slice(16).filter((size) => size <= well), []);
  assert(await measure("http://10.example") <= well);
});

Deno.test("RenderedTextCache charges a point for the text of an invented host, once", async () => {
  const texts = new RenderedTextCache();
  let points = 0;
  const respond = async (host: number) => {
    const ctx = createContext(new Request("http://paw.example/"));
    ctx.state.charge = (charged) => points += charged;
    await texts.respond(ctx, { name: "page", type: "text/plain", origin: `http://${host}.example`, render: () => "a" });
    return points;
  };
  for (let host = 1; host <= 16; host++) assertEquals(await respond(host), 0);
  assertEquals([await respond(17), await respond(18), await respond(17), await respond(1)], [1, 2, 2, 2]);
});
