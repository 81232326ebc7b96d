import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { documentSchema } from "@/lib/launcher/document.ts";
import { LauncherData } from "@/lib/launcher/launcher_data.ts";
import { APPLICATIONS, TIERS } from "@/lib/launcher/names.ts";
import { FRESH, makeData, makeDocument, makeRelease, makeSample, makeUrl, STALE } from "./fixtures.ts";

Deno.test("LauncherData.downloads() returns totals that are the sums of their parts", () => {
  const fields = toJson(makeSampleData().downloads());
  let total = 0;
  for (const name of APPLICATIONS) {
    let sum = 0;
    for (const { downloads } of fields.applications[name].versions) sum += downloads;
    assertEquals(fields.applications[name].total, sum);
    total += sum;
  }
  let byDay = 0;
  for (const { downloads } of fields.daily) byDay += downloads;
  assertEquals([fields.total, byDay], [total, total]);
});

Deno.test("LauncherData counts a withdrawn release and does not offer it", () => {
  const releases = [makeRelease("1.0.0", { downloads: 5 }), makeRelease("1.1.0", { downloads: 7, withdrawn: true })];
  const data = makeData(releases);
  assertEquals(toJson(data.downloads()).total, 12);
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
  assertEquals(toJson(data.downloads()).applications.launcher, { total: 0, versions: [] });
});

Deno.test("LauncherData.downloads() lists days in order, in whatever order they were written", () => {
  const daily = ["2026-01-03", "2026-01-01", "2026-01-02"].map((date) => ({ date, downloads: 0 }));
  const fields = toJson(new LauncherData({ ...makeDocument([]), daily }, FRESH).downloads());
  const dates = fields.daily.map(({ date }: { date: string }) => date);
  assertEquals(dates, ["2026-01-01", "2026-01-02", "2026-01-03"]);
});

Deno.test("LauncherData reports old data as stale in every response, and new data in none", () => {
  const [fresh, stale] = [listAll(makeSampleData()), listAll(makeSampleData(STALE))];
  for (const fields of stale) assertEquals([fields.stale, fields.asOf], [true, STALE.asOf]);
  for (const fields of fresh) assert(!("stale" in fields));
});

function makeSampleData(freshness = FRESH): LauncherData {
  return new LauncherData(documentSchema.parse(makeSample()), freshness);
}

function listAll(data: LauncherData) {
  const all = [data.downloads(), data.updates(makeUrl()), data.updates(makeUrl("channel=beta")), data.news(makeUrl())];
  const applications = APPLICATIONS.map((name) => data.application(name));
  return [...all, ...applications, data.resources(), ...TIERS.map((id) => data.tier(id))].map(toJson);
}

function toJson(fields: object) {
  return JSON.parse(JSON.stringify(fields));
}
