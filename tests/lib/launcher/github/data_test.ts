import { assertEquals } from "@std/assert";
import { toGithubData } from "@/lib/launcher/github/data.ts";
import { makeSaved } from "./fixtures.ts";

const PAGE = { url: "https://api.github.com/1", etag: null, next: null, releases: [], invalid: [] };

Deno.test("toGithubData() returns the downloads of each day, the time and the age", () => {
  const history = [{ date: "2026-05-09", total: 3 }, { date: "2026-05-10", total: 5 }];
  const data = toGithubData(makeSaved({ pages: [PAGE], history }), { appName: "app", isStale: true });
  assertEquals(data?.daily, [{ date: "2026-05-10", downloads: 2 }]);
  assertEquals([data?.asOf, data?.isStale], ["2026-05-10T12:00:00Z", true]);
});

Deno.test("toGithubData() returns nothing before a page was loaded", () => {
  const options = { appName: "app", isStale: false };
  assertEquals([toGithubData(undefined, options), toGithubData(makeSaved(), options)], [undefined, undefined]);
});
