import { assertEquals } from "@std/assert";
import { LauncherData } from "@/lib/launcher/data.ts";
import { NEWS_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { FRESH, makeDocument, makeValues } from "./fixtures.ts";

// Written oldest first: day 1 to 60 after New Year.
const NEWS = Array.from({ length: 60 }, (_, i) => ({
  id: `n${i + 1}`,
  title: `Title “${i + 1}”`,
  summary: "Summary",
  date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  url: "https://example.com/news",
  important: false,
}));

const DATA = new LauncherData({ ...makeDocument([]), news: NEWS }, FRESH);

Deno.test("LauncherData.news() returns the newest first, at most the limit, and the total", () => {
  assertEquals(request("limit=2"), { ids: ["n60", "n59"], total: 60 });
  assertEquals(request("").ids.length, 10);
  assertEquals(request("limit=50").ids.length, 50);
});

Deno.test("LauncherData.news() leaves out entries older than since, to the millisecond", () => {
  assertEquals(request("since=2026-02-28"), { ids: ["n60", "n59"], total: 2 });
  assertEquals(request("since=2026-03-01T00:00:00.000Z"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=2026-03-01T00:00:00.001Z"), { ids: [], total: 0 });
  assertEquals(request("since=2026-03-01T02:00:00%2B02:00"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=2026-03-01T02:00:00+02:00"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=1999-12-31&limit=1").total, 60);
});

function request(query: string): { ids: string[]; total: number } {
  const { news, total } = DATA.news(makeValues(NEWS_PARAMETERS, query));
  return { ids: news.map(({ id }) => id), total };
}
