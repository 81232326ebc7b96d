import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { listFeeds, parseFeedFile, writeFeed } from "@/lib/launcher/feeds/registry.ts";
import type { LauncherData } from "@/lib/launcher/data.ts";
import type { Launcher } from "@/lib/launcher/launcher.ts";
import { NEWS_PARAMETERS, UPDATES_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { respondWithData, respondWithFields } from "@/lib/launcher/response.ts";
import { createContext } from "../http/context.ts";
import { FRESH, makeData, makeSampleData, makeUrl, makeValues, STALE } from "./fixtures.ts";

Deno.test("respondWithFields() builds a response once for equal values", async () => {
  const data = makeData([]);
  const built: string[] = [];
  const queries = ["version=1.0.0%2Ba", "x=1&version=1.0.0+a&y", "versio%6e=1.0.0%2Ba&noCache=3&channel=stable"];
  const others = ["version=1.0.0%20a", "version=1.0.0", "", "channel=beta"];
  for (const query of [...queries, ...others, ...queries, ...others]) {
    const services = { launcher: { load: () => data } as unknown as Launcher };
    const context = { ...createContext(new Request(makeUrl(query))), params: {} };
    const response = await respondWithFields(context, services, {
      parameters: UPDATES_PARAMETERS,
      select: (_, { channel, version = "" }) => ({ count: built.push(`${channel} ${version}`) }),
    });
    await response.body?.cancel();
  }
  assertEquals(built, ["stable 1.0.0+a", "stable 1.0.0 a", "stable 1.0.0", "stable ", "beta "]);
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
  assertEquals(data.responses.size, 128);
});

Deno.test("respondWithData() gives different news different tags, and equal news the same", async () => {
  const data = makeSampleData();
  const tag = async (query: string) =>
    (await request(data, query, () => data.news(makeValues(NEWS_PARAMETERS, query)))).etag;
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
    () => data.downloads({}),
    () => data.updates({ channel: "stable" }),
    () => data.updates({ channel: "beta" }),
    () => data.news({ limit: 10 }),
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

async function request(data: LauncherData, key: string, build: () => object | string) {
  const response = await respondWithData(createContext(new Request(makeUrl())), data, { key, build });
  return { body: await response.text(), etag: response.headers.get("etag") ?? "" };
}
