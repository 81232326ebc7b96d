import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { listFeeds, parseFeedFile, writeFeed } from "@/lib/launcher/feeds/registry.ts";
import type { LauncherData } from "@/lib/launcher/data.ts";
import { KEY_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { respondWithData } from "@/lib/launcher/response.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { createContext } from "../http/context.ts";
import { FRESH, makeData, makeSampleData, makeUrl, STALE } from "./fixtures.ts";

Deno.test("respondWithData() builds a response once for each URL", async () => {
  const data = makeData([]);
  const built: string[] = [];
  const queries = ["limit=1", "limit=2", "", "limit=1", "", "limit=2"];
  const bodies = [];
  for (const query of queries) {
    const { body } = await request(data, query, () => {
      built.push(query);
      return { query };
    });
    bodies.push(body);
  }
  assertEquals(bodies, queries.map((query) => `{"success":true,"status":200,"query":"${query}"}`));
  assertEquals(built, ["limit=1", "limit=2", ""]);
});

Deno.test("respondWithData() ignores parameters without an effect, but not other spellings of those with one", async () => {
  const data = makeData([]);
  const built: string[] = [];
  const queries = ["version=1.0.0%2Ba", "x=1&version=1.0.0+a&y", "versio%6e=1.0.0%2Ba&noCache=3", "version=1.0.0%20a"];
  for (const query of [...queries, "version=1.0.0&version=1.0.0", "version=1.0.0"]) {
    await request(data, query, () => ({ count: built.push(query) }));
  }
  assertEquals(built, [queries[0], queries[3], "version=1.0.0&version=1.0.0", "version=1.0.0"]);
});

Deno.test("KEY_PARAMETERS are those of the v5 API", () => {
  const described = ENDPOINTS.filter(({ path }) => path.startsWith("/api/v5/") && !path.includes("/operator/"))
    .flatMap(({ parameters }) => parameters.filter((each) => each.in === "query").map(({ name }) => name));
  assertEquals(KEY_PARAMETERS, Array.from(new Set(described)).sort());
});

Deno.test("respondWithData() serves any number of URLs, and does not cache an error", async () => {
  const data = makeData([]);
  const fail = () => {
    throw new Error("first");
  };
  await assertRejects(() => request(data, "limit=0", fail), Error, "first");
  for (let n = 0; n < 1000; n++) {
    assertEquals((await request(data, `limit=${n}`, () => ({ n }))).body, `{"success":true,"status":200,"n":${n}}`);
  }
  assert(data.responses.size < 1000);
});

Deno.test("respondWithData() gives different news different tags, and equal news the same", async () => {
  const data = makeSampleData();
  const tag = async (query: string) => (await request(data, query, (url) => data.news(url))).etag;
  assertEquals(await tag("limit=3"), await tag("limit=3&since=2000-01-01"));
  assertNotEquals(await tag("limit=3"), await tag("limit=4"));
  assertNotEquals(await tag("limit=1"), await tag("limit=1&since=2026-06-01"));
});

Deno.test("respondWithData() gives equal data the same tags, and reports stale data with others", async () => {
  const [fresh, again, stale] = [await requestAll(FRESH), await requestAll(FRESH), await requestAll(STALE)];
  assertEquals(again, fresh);
  for (const [i, { etag, body }] of stale.entries()) {
    assertNotEquals(etag, fresh[i]?.etag);
    assert(!fresh[i]?.body.includes('"stale"'));
    const { stale, asOf } = JSON.parse(body);
    assertEquals([stale, asOf], [true, STALE.asOf]);
  }
});

async function requestAll(freshness: typeof FRESH) {
  const data = makeSampleData(freshness);
  const builds = [
    () => data.downloads(makeUrl()),
    () => data.updates(makeUrl()),
    () => data.updates(makeUrl("channel=beta")),
    () => data.news(makeUrl()),
    () => data.application("launcher"),
    () => data.application("reshade"),
    () => data.application("fpsUnlocker"),
    () => data.resources(),
    () => data.tier("2"),
    () => data.tier("3"),
    () => ({ feeds: listFeeds(data.offered("stable"), "/feeds") }),
    () => writeFeed(data.offered("stable"), { ...parseFeedFile("tauri.json"), title: "", link: "" }),
  ];
  return await Promise.all(builds.map((build, i) => request(data, `limit=${i}`, build)));
}

async function request(data: LauncherData, query: string, build: (url: URL) => object | string) {
  const url = makeUrl(query);
  const response = await respondWithData(createContext(new Request(url)), data, { build: () => build(url) });
  return { body: await response.text(), etag: response.headers.get("etag") ?? "" };
}
