import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { DEFAULT_NEWS, findNews, MAX_NEWS } from "@/lib/launcher/news.ts";
import { makeData, makeUrl } from "./fixtures.ts";

// Written oldest first: day 1 to 60 after New Year.
const NEWS = Array.from({ length: 60 }, (_, i) => ({
  id: `n${i + 1}`,
  title: `Title “${i + 1}”`,
  summary: "Summary",
  date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  url: "https://example.com/news",
  important: false,
}));

Deno.test("findNews() returns the newest first, at most the limit, and the total", () => {
  assertEquals(request("limit=2"), { ids: ["n60", "n59"], total: 60 });
  assertEquals(request("").ids.length, DEFAULT_NEWS);
  assertEquals(request("limit=50").ids.length, MAX_NEWS);
});

Deno.test("findNews() leaves out entries older than since, to the millisecond", () => {
  assertEquals(request("since=2026-02-28"), { ids: ["n60", "n59"], total: 2 });
  assertEquals(request("since=2026-03-01T00:00:00.000Z"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=2026-03-01T00:00:00.001Z"), { ids: [], total: 0 });
  assertEquals(request("since=2026-03-01T02:00:00%2B02:00"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=2026-03-01T02:00:00+02:00"), { ids: ["n60"], total: 1 });
  assertEquals(request("since=1999-12-31&limit=1").total, 60);
});

Deno.test("findNews() rejects a limit outside 1 to 50 and a since that is not a date", () => {
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
    const error = assertThrows(() => findNews(makeUrl(query), NEWS), ApiError);
    assertEquals(error.code, "invalid_parameter", query);
  }
});

function request(query: string): { ids: string[]; total: number } {
  const { news, total } = JSON.parse(JSON.stringify(findNews(makeUrl(query), NEWS)));
  return { ids: news.map(({ id }: { id: string }) => id), total };
}
