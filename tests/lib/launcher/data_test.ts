import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { LauncherData } from "@/lib/launcher/data.ts";
import { DOWNLOADS_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import {
  FRESH,
  makeData,
  makeDocument,
  makeFile,
  makeRelease,
  makeSampleData,
  makeValues,
  toJson,
} from "./fixtures.ts";

Deno.test("LauncherData.downloads() returns totals that are the sums of their parts", () => {
  const fields = toJson(makeSampleData().downloads({}));
  let total = 0;
  for (const name of APPLICATIONS) {
    let sum = 0;
    for (const { downloads } of fields.applications[name].versions) sum += downloads;
    assertEquals(fields.applications[name].total, sum);
    total += sum;
  }
  let byDay = 0;
  for (const { downloads } of fields.daily) byDay += downloads;
  const { windows, macos, linux, any } = fields.platforms;
  assertEquals([fields.total, byDay, windows + macos + linux + any], [total, total, total]);
});

Deno.test("LauncherData.downloads() counts by platform, and assigns the rest to the only platform of a release", () => {
  const counted = (name: string, downloads: number) => makeFile(name, { downloads });
  const data = makeData([
    makeRelease("1.0.0", { downloads: 10, files: [counted("a.exe", 5), counted("a.dmg", 3), counted("a.deb", 1)] }),
    makeRelease("1.1.0", { downloads: 100, files: [counted("a.exe", 40), counted("a.msi", 0)] }),
    makeRelease("1.2.0", { downloads: 1000, files: [makeFile("a.zip")] }),
  ]);
  const { total, platforms } = toJson(data.downloads({}));
  assertEquals([total, platforms], [1110, { windows: 105, macos: 3, linux: 1, any: 1001 }]);
});

Deno.test("LauncherData.downloads() lists the days of a period, both ends included, in UTC", () => {
  const days = (query: string) => {
    const { daily } = toJson(makeSampleData().downloads(makeValues(DOWNLOADS_PARAMETERS, query)));
    return [daily.length, daily[0]?.date, daily.at(-1)?.date];
  };
  assertEquals(days("since=2026-11-01&until=2026-11-03"), [3, "2026-11-01", "2026-11-03"]);
  assertEquals(days("since=2026-11-10"), [4, "2026-11-10", "2026-11-13"]);
  assertEquals(days("until=2025-11-14"), [1, "2025-11-14", "2025-11-14"]);
  assertEquals(days("since=2026-11-02T01:00:00+02:00&until=2026-11-02T01:00:00Z"), [2, "2026-11-01", "2026-11-02"]);
  assertEquals(days("since=2030-01-01"), [0, undefined, undefined]);
});

Deno.test("LauncherData.downloads() rejects a period that ends before it starts", () => {
  const error = assertThrows(
    () => makeData([]).downloads(makeValues(DOWNLOADS_PARAMETERS, "since=2026-11-02&until=2026-11-01")),
    ApiError,
  );
  assertEquals(error.details, { parameter: "since", value: "2026-11-02" });
});

Deno.test("LauncherData counts a withdrawn release and does not offer it", () => {
  const releases = [makeRelease("1.0.0", { downloads: 5 }), makeRelease("1.1.0", { downloads: 7, withdrawn: true })];
  const data = makeData(releases);
  assertEquals(toJson(data.downloads({})).total, 12);
  assertEquals(toJson(data.application("launcher")).launcher.version, "1.0.0");
});

Deno.test("LauncherData.application() returns the newest stable version by precedence, and a beta only if there is no other", () => {
  const version = (...versions: string[]) => {
    const data = makeData(versions.map((each) => makeRelease(each)));
    return toJson(data.application("launcher")).launcher.version;
  };
  assertEquals(version("1.9.0", "1.10.0", "2.0.0-rc.1"), "1.10.0");
  assertEquals(version("2.0.0-beta.2", "2.0.0-rc.1", "2.0.0-beta.11"), "2.0.0-rc.1");
});

Deno.test("LauncherData throws not_found for an application without a release, and for missing resources", () => {
  const data = makeData([]);
  const builds = [...APPLICATIONS.map((name) => () => data.application(name)), () => data.resources()];
  for (const build of builds) assertEquals(assertThrows(build, ApiError).code, "not_found");
  assertEquals(toJson(data.downloads({})).applications.launcher, { total: 0, versions: [] });
});

Deno.test("LauncherData.downloads() lists days in order, in whatever order they were written", () => {
  const daily = ["2026-01-03", "2026-01-01", "2026-01-02"].map((date) => ({ date, downloads: 0 }));
  const fields = toJson(new LauncherData({ ...makeDocument([]), daily }, FRESH).downloads({}));
  const dates = fields.daily.map(({ date }: { date: string }) => date);
  assertEquals(dates, ["2026-01-01", "2026-01-02", "2026-01-03"]);
});
