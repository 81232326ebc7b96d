import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { DEFAULT_NEWS, MAX_NEWS, parseNewsQuery, prepareNews } from "@/lib/launcher/news.ts";
import { FRESH, STALE } from "./fixtures.ts";

// Written oldest first: day 1 to 60 after New Year.
const NEWS = Array.from({ length: 60 }, (_, i) => ({
  id: `n${i + 1}`,
  title: `Title “${i + 1}”`,
  summary: "Summary",
  date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  url: "https://example.com/news",
  important: false,
}));

Deno.test("prepareNews() answers newest first, no more than asked, and tells how many there are", async () => {
  assertEquals(await ask("limit=2"), { ids: ["n60", "n59"], total: 60 });
  assertEquals((await ask("")).ids.length, DEFAULT_NEWS);
  assertEquals((await ask("limit=50")).ids.length, MAX_NEWS);
});

Deno.test("prepareNews() leaves out what is older than since, to the millisecond", async () => {
  assertEquals(await ask("since=2026-02-28"), { ids: ["n60", "n59"], total: 2 });
  assertEquals(await ask("since=2026-03-01T00:00:00.000Z"), { ids: ["n60"], total: 1 });
  assertEquals(await ask("since=2026-03-01T00:00:00.001Z"), { ids: [], total: 0 });
  assertEquals(await ask("since=2026-03-01T02:00:00%2B02:00"), { ids: ["n60"], total: 1 });
  assertEquals(await ask("since=2026-03-01T02:00:00+02:00"), { ids: ["n60"], total: 1 });
  assertEquals((await ask("since=1999-12-31&limit=1")).total, 60);
});

Deno.test("prepareNews() gives different answers different tags, and equal ones the same", async () => {
  const answers = await prepareNews(NEWS, FRESH);
  const tag = (query: string) => answers(parseNewsQuery(new URL(`http://x/?${query}`))).etag;
  assertEquals(tag("limit=3"), tag("limit=3&since=2000-01-01"));
  assertNotEquals(tag("limit=3"), tag("limit=4"));
  assertNotEquals(tag("limit=1&since=2026-02-28"), tag("limit=1&since=2026-03-01"));
});

Deno.test("prepareNews() says when the data is old", async () => {
  const answers = await prepareNews([], STALE);
  const expected = { success: true, status: 200, news: [], total: 0, stale: true, asOf: STALE.asOf };
  assertEquals(JSON.parse(answers({ limit: 10, since: -Infinity }).body), expected);
});

Deno.test("parseNewsQuery() refuses a limit outside 1 to 50 and a since that is no date", () => {
  const limits = ["limit=0", "limit=51", "limit=-1", "limit=1.5", "limit=ten", "limit=", "limit=1&limit=2"];
  const dates = [
    "since=yesterday",
    "since=",
    "since=2026-02-30",
    "since=2026-13-01",
    "since=01.02.2026",
    "since=1767225600",
  ];
  for (const query of [...limits, ...dates, "since=2026-01-01T10:00:00"]) {
    const error = assertThrows(() => parseNewsQuery(new URL(`http://x/?${query}`)), ApiError);
    assertEquals(error.code, "invalid_parameter", query);
  }
});

async function ask(query: string): Promise<{ ids: string[]; total: number }> {
  const answers = await prepareNews(NEWS, FRESH);
  const { news, total } = JSON.parse(answers(parseNewsQuery(new URL(`http://x/?${query}`))).body);
  return { ids: news.map(({ id }: { id: string }) => id), total };
}
