import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { assertCode, createLoader, NEVER, PNG, serveBody, toBytes, toUrl } from "./loading.ts";
import { startOrigin } from "../sources/origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const ONE_MINUTE_MS = 60_000;

Deno.test("createSourceLoader() downloads once for callers at the same time", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const load = createLoader({ cacheBytes: 1 });
  const sources = await Promise.all([1, 2, 3].map(() => load(toUrl(origin), NEVER)));
  assertEquals([origin.heads.length, new Set(sources).size], [1, 1]);
});

Deno.test("createSourceLoader() uses a source that says nothing for a minute, then asks whether it has changed", async () => {
  let now = 1;
  await using origin = startOrigin(async (_path, { send }) => {
    const isCurrent = /if-none-match: "1"/i.test(origin.heads.at(-1) ?? "");
    await send(
      isCurrent ? "HTTP/1.1 304 Same\r\n\r\n" : 'HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 3\r\n\r\nabc',
    );
  });
  const load = createLoader({ now: () => now });
  const first = await load(toUrl(origin), NEVER);
  for (const requests of [1, 2, 3]) {
    const source = await load(toUrl(origin), NEVER);
    assertEquals([source.contentKey, origin.heads.length], [first.contentKey, requests]);
    assertStrictEquals(source.bytes, first.bytes);
    now += ONE_MINUTE_MS - 1;
    assertStrictEquals((await load(toUrl(origin), NEVER)).bytes, source.bytes);
    assertEquals(origin.heads.length, requests);
    now += 2;
  }
});

Deno.test("createSourceLoader() asks the server of a source as soon as its headers say so, with its validator", async () => {
  const lifetimes = {
    "no-cache": 0,
    "max-age=0": 0,
    "must-revalidate, max-age=0": 0,
    "max-age=1": 1,
    "max-age=3600": 3600,
  };
  for (const [cacheControl, seconds] of Object.entries(lifetimes)) {
    let now = 1;
    await using origin = startOrigin(async (_path, { send }) => {
      const isCurrent = /if-none-match: "1"/i.test(origin.heads.at(-1) ?? "");
      const status = isCurrent ? "304 Same" : "200 OK\r\ncontent-length: 3";
      await send(`HTTP/1.1 ${status}\r\netag: "1"\r\ncache-control: ${cacheControl}\r\n\r\n${isCurrent ? "" : "abc"}`);
    });
    const load = createLoader({ now: () => now });
    for (const requests of [1, 2, 3]) {
      const source = await load(toUrl(origin), NEVER);
      assertEquals([source.bytes, source.isForwarded, origin.heads.length], [toBytes("abc"), true, requests]);
      now += seconds * 1000 - 1;
      if (seconds > 0) assertEquals((await load(toUrl(origin), NEVER)).isForwarded, undefined);
      assertEquals(origin.heads.length, requests, cacheControl);
      now++;
    }
  }
});

Deno.test("createSourceLoader() counts the time of a download to the age of the source", async () => {
  let now = 1;
  await using origin = startOrigin((path, connection) => {
    now += 5000;
    return serveBody(PNG, "cache-control: max-age=5\r\n")(path, connection);
  });
  const load = createLoader({ now: () => now });
  for (const requests of [1, 2]) {
    await load(toUrl(origin), NEVER);
    assertEquals(origin.heads.length, requests);
  }
});

Deno.test("createSourceLoader() returns the new bytes if the source has changed", async () => {
  let now = 1;
  await using origin = startOrigin((_path, { send }) =>
    send(`HTTP/1.1 200 OK\r\netag: "same"\r\ncontent-length: 1\r\n\r\n${origin.heads.length}`)
  );
  const load = createLoader({ now: () => now });
  const first = await load(toUrl(origin), NEVER);
  now += ONE_MINUTE_MS + 1;
  const second = await load(toUrl(origin), NEVER);
  assertEquals([first.bytes, second.bytes], [toBytes("1"), toBytes("2")]);
  assertNotEquals(first.contentKey, second.contentKey);
});

Deno.test("createSourceLoader() caches neither a no-store source nor an error", async () => {
  await using origin = startOrigin(serveBody(PNG, "cache-control: no-store\r\n"));
  await using failing = startOrigin((_path, { send }) => send("HTTP/1.1 500 No\r\n\r\n"));
  const load = createLoader();
  for (let time = 0; time < 2; time++) {
    assertEquals((await load(toUrl(origin), NEVER)).noStore, true);
    await assertCode(() => load(toUrl(failing), NEVER), "source_failed");
  }
  assertEquals([origin.heads.length, failing.heads.length], [2, 2]);
});

Deno.test("createSourceLoader() hashes no no-store source, and shares it only with callers at the same time", async () => {
  await using origin = startOrigin(serveBody(PNG, "cache-control: no-store\r\n"));
  const load = createLoader();
  for (const count of [1, 2, 1]) {
    const sources = await Promise.all(Array.from({ length: count }, () => load(toUrl(origin), NEVER)));
    const expected = { key: undefined, isExclusive: count === 1 };
    assertEquals(
      sources.map(({ contentKey: key, isExclusive }) => ({ key, isExclusive })),
      sources.map(() => expected),
    );
  }
  assertEquals(origin.heads.length, 3);
  await using stored = startOrigin(serveBody(PNG));
  assertEquals((await load(toUrl(stored), NEVER)).isExclusive, false);
});

Deno.test("createSourceLoader() caches no more bytes than allowed", async () => {
  await using origin = startOrigin(serveBody("x".repeat(600)));
  const load = createLoader({ cacheBytes: 3000 });
  for (const path of ["/1", "/2", "/1"]) await load(toUrl(origin, path), NEVER);
  assertEquals(origin.heads.length, 3);
});

Deno.test("createSourceLoader() counts the URL of a cached source, however small the source is", async () => {
  await using origin = startOrigin(serveBody("x"));
  const load = createLoader({ cacheBytes: 6000 });
  const query = `?${"q".repeat(2500)}`;
  for (const path of ["/1", "/2", "/1"]) await load(toUrl(origin, path), NEVER);
  assertEquals(origin.heads.length, 2);
  for (const path of ["/3", "/4", "/3"]) await load(toUrl(origin, path + query), NEVER);
  assertEquals(origin.heads.length, 5);
});

Deno.test("createSourceLoader() throws overloaded when there is no memory for a download", async () => {
  await using origin = startOrigin(serveBody(PNG));
  await assertCode(() => createLoader({ memory: new MemoryBudget(1000) })(toUrl(origin), NEVER), "overloaded");
  assertEquals(origin.heads.length, 0);
});
