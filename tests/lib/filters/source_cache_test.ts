import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { assertCode, createLoader, NEVER, PNG, serveBody, toBytes, toUrl } from "./loading.ts";
import { startOrigin } from "../sources/origin.ts";

// Off by default: finds connections and timers left behind.
Deno.test.sanitizer({ ops: true, resources: true });

const ONE_MINUTE_MS = 60_000;

Deno.test("load() downloads once for all who ask at the same time", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const loader = createLoader({ cacheBytes: 1 });
  const sources = await Promise.all([1, 2, 3].map(() => loader.load(toUrl(origin), NEVER)));
  assertEquals([origin.heads.length, new Set(sources).size], [1, 1]);
});

Deno.test("load() does not ask the source again for a minute", async () => {
  let now = 1;
  await using origin = startOrigin(serveBody(PNG));
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  now += ONE_MINUTE_MS - 1;
  assertStrictEquals(await loader.load(toUrl(origin), NEVER), first);
  assertEquals(origin.heads.length, 1);
  now += 2;
  assertEquals((await loader.load(toUrl(origin), NEVER)).key, first.key);
  assertEquals(origin.heads.length, 2);
});

Deno.test("load() asks after a minute whether the source has changed, and keeps it for another when not", async () => {
  let now = 1;
  await using origin = startOrigin(async (_path, { send }) => {
    const isKnown = /if-none-match: "1"/i.test(origin.heads.at(-1) ?? "");
    await send(
      isKnown ? "HTTP/1.1 304 Same\r\n\r\n" : 'HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 3\r\n\r\nabc',
    );
  });
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  for (let round = 2; round <= 3; round++) {
    now += ONE_MINUTE_MS + 1;
    const again = await loader.load(toUrl(origin), NEVER);
    assertStrictEquals(again.bytes, first.bytes);
    assertEquals([again.key, origin.heads.length], [first.key, round]);
    await loader.load(toUrl(origin), NEVER);
    assertEquals(origin.heads.length, round);
  }
});

Deno.test("load() takes the new bytes when the source has changed", async () => {
  let now = 1;
  await using origin = startOrigin((_path, { send }) =>
    send(`HTTP/1.1 200 OK\r\netag: "same"\r\ncontent-length: 1\r\n\r\n${origin.heads.length}`)
  );
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  now += ONE_MINUTE_MS + 1;
  const second = await loader.load(toUrl(origin), NEVER);
  assertEquals([first.bytes, second.bytes], [toBytes("1"), toBytes("2")]);
  assertNotEquals(first.key, second.key);
});

Deno.test("load() keeps nothing a source forbids to keep, and no failure", async () => {
  await using origin = startOrigin(serveBody(PNG, "cache-control: no-store\r\n"));
  await using failing = startOrigin((_path, { send }) => send("HTTP/1.1 500 No\r\n\r\n"));
  const loader = createLoader();
  for (let time = 0; time < 2; time++) {
    assertEquals((await loader.load(toUrl(origin), NEVER)).noStore, true);
    await assertCode(() => loader.load(toUrl(failing), NEVER), "source_failed");
  }
  assertEquals([origin.heads.length, failing.heads.length], [2, 2]);
});

Deno.test("load() keeps no more bytes than it may", async () => {
  await using origin = startOrigin(serveBody("x".repeat(600)));
  const loader = createLoader({ cacheBytes: 3000 });
  for (const path of ["/1", "/2", "/1"]) await loader.load(toUrl(origin, path), NEVER);
  assertEquals(origin.heads.length, 3);
});

Deno.test("load() answers overloaded when downloads together hold too much", async () => {
  await using origin = startOrigin(serveBody(PNG));
  await assertCode(() => createLoader({ budgetBytes: 1000 }).load(toUrl(origin), NEVER), "overloaded");
  assertEquals(origin.heads.length, 0);
});
