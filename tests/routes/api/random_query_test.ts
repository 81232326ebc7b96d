import { assertEquals } from "@std/assert";
import { call, read } from "@/tests/routes/api/random_client.ts";

Deno.test("GET random with a count returns that many items, and the first one as the message", async () => {
  for (const count of [1, 2, 50]) {
    const { message, item, items } = await read(`/api/v2/random/animal/fox?count=${count}`);
    assertEquals([items.length, items[0]], [count, item]);
    assertEquals(item.url, message);
    assertEquals(new Set(items.map((each) => JSON.stringify(each))).size, count);
  }
});

Deno.test("GET random with a count repeats no item before the pool is used up", async () => {
  const { items } = await read("/api/v1/string/8ball?count=50");
  const texts = items.map((item) => item.text);
  assertEquals(new Set(texts.slice(0, 20)).size, 20);
  assertEquals(new Set(texts.slice(20, 40)).size, 20);
});

Deno.test("GET random draws the same first item with and without a count", async () => {
  const one = await read("/api/v1/kaomoji/uwu?seed=x");
  const five = await read("/api/v1/kaomoji/uwu?seed=x&count=5");
  assertEquals(five.message, one.message);
});

Deno.test("GET random?format=text returns only the messages, one per line", async () => {
  const response = await call("/api/v1/kaomoji/cat?format=text&seed=t");
  assertEquals(response.headers.get("content-type"), "text/plain; charset=utf-8");
  assertEquals(await response.text(), (await read("/api/v1/kaomoji/cat?seed=t")).message);
  const lines = (await (await call("/api/v1/kaomoji/cat?format=text&seed=t&count=3")).text()).split("\n");
  const { items } = await read("/api/v1/kaomoji/cat?seed=t&count=3");
  assertEquals(lines, items.map((item) => item.text));
});

Deno.test("GET random?format=redirect redirects to the picture or the video", async () => {
  for (const path of ["/api/v1/animals/dog", "/api/v2/random/animal/dog", "/api/v2/random/yt-video/hl-cats"]) {
    const response = await call(`${path}?format=redirect&seed=r`);
    assertEquals([response.status, await response.text()], [302, ""]);
    assertEquals(response.headers.get("location"), (await read(`${path}?seed=r`)).message);
  }
});
