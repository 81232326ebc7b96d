import { assertEquals, assertObjectMatch, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { LauncherData } from "@/lib/launcher/data.ts";
import { documentSchema } from "@/lib/launcher/document.ts";
import sample from "@/lib/launcher/sample.json" with { type: "json" };

const SAMPLE = new LauncherData(documentSchema.parse(sample));

Deno.test("the shipped sample has what a program needs to try everything", () => {
  // Figures of the sample, counted with jq.
  const { total, applications, daily, asOf } = SAMPLE.downloads();
  assertEquals([total, applications.reshade.total, daily.length, asOf], [522770, 118341, 365, "2026-11-14T00:00:00Z"]);
  assertEquals(SAMPLE.news(50).total, 14);
  assertEquals([SAMPLE.tier("2").tier.name, SAMPLE.tier("3").tier.benefits.length], ["Favorite", 5]);
  assertEquals(SAMPLE.resources().message, "7.7.0");
});

Deno.test("downloads() counts withdrawn releases, and every total is the sum of its parts", () => {
  const { total, applications } = SAMPLE.downloads();
  const parts = Object.values(applications);
  assertEquals(total, parts.reduce((sum, part) => sum + part.total, 0));
  for (const part of parts) assertEquals(part.total, part.versions.reduce((sum, each) => sum + each.downloads, 0));
  assertEquals(applications.launcher.versions[2], { version: "7.7.1", downloads: 10823 });
});

Deno.test("downloads() sorts the days", () => {
  const days = [{ date: "2026-02-01", downloads: 2 }, { date: "2026-01-31", downloads: 1 }];
  assertEquals(create({ daily: days }).downloads().daily.map(({ downloads }) => downloads), [1, 2]);
});

Deno.test("updates() offers what is newer on the channel, newest first, without withdrawn releases", () => {
  const of = (channel: "stable" | "beta", version?: string) => {
    const { latest, updates, updateAvailable } = SAMPLE.updates({ channel, version });
    return [latest?.version, updates.length, updates[0]?.version, updateAvailable];
  };
  assertEquals(of("stable"), ["7.7.0", 9, "7.7.0", false]);
  assertEquals(of("stable", "7.6.0"), ["7.7.0", 1, "7.7.0", true]);
  assertEquals(of("stable", "v7.7.0"), ["7.7.0", 0, undefined, false]);
  assertEquals(of("stable", "7.7.1"), ["7.7.0", 0, undefined, false]);
  assertEquals(of("beta", "7.7.0.1"), ["8.0.0-beta.2", 2, "8.0.0-beta.2", true]);
});

Deno.test("updates() is mandatory below the oldest supported version, if there is something to install", () => {
  const isMandatory = (data: LauncherData, version: string) => data.updates({ channel: "stable", version }).mandatory;
  assertEquals(["7.3.1", "7.4.0-rc.1", "7.4.0", "7.7.0"].map((version) => isMandatory(SAMPLE, version)), [
    true,
    true,
    false,
    false,
  ]);
  const nothingNewer = create({
    applications: { launcher: { minimumSupported: "9.0.0", releases: [release("1.0.0")] } },
  });
  assertEquals([isMandatory(nothingNewer, "1.0.0"), isMandatory(nothingNewer, "0.9.0")], [false, true]);
});

Deno.test("updates() lists at most 25 releases", () => {
  const releases = Array.from({ length: 40 }, (_, patch) => release(`1.0.${patch}`));
  const { updates } = create({ applications: { launcher: { releases } } }).updates({ channel: "stable" });
  assertEquals([updates.length, updates[0]?.version, updates[24]?.version], [25, "1.0.39", "1.0.15"]);
});

Deno.test("updates() of an empty document offers nothing", () => {
  assertEquals(create({}).updates({ channel: "beta", version: "1.0.0" }), {
    channel: "beta",
    current: "1.0.0",
    updateAvailable: false,
    mandatory: false,
    minimumSupported: null,
    latest: null,
    updates: [],
  });
});

Deno.test("news() returns the newest entries", () => {
  const entry = (id: string, date: string) => ({ id, title: id, summary: id, date, url: "https://example.com/" });
  const data = create({ news: [entry("old", "2025-01-01"), entry("new", "2026-01-01T00:00:00+14:00")] });
  assertObjectMatch(data.news(1), { total: 2, news: [{ id: "new", date: "2025-12-31T10:00:00Z", important: false }] });
});

Deno.test("application() is the newest stable release, or else the newest beta", () => {
  const only = (...versions: string[]) => {
    const data = create({ applications: { fpsUnlocker: { releases: versions.map(release) } } });
    return data.application("fpsUnlocker").fpsUnlocker;
  };
  assertEquals(only("1.0.0", "2.0.0-beta.1", "1.1.0")?.version, "1.1.0");
  assertEquals(only("2.0.0-beta.1", "2.0.0-beta.2"), {
    version: "2.0.0-beta.2",
    beta: true,
    releaseDate: "2026-01-01T00:00:00Z",
    size: 1,
  });
});

Deno.test("application() and resources() are a 404 while nothing is published", () => {
  for (const find of [() => create({}).application("launcher"), () => create({}).resources()]) {
    assertEquals(assertThrows(find, ApiError, "none has been published yet").code, "not_found");
  }
});

function create(document: unknown): LauncherData {
  return new LauncherData(documentSchema.parse(document));
}

function release(version: string) {
  return { version, releaseDate: "2026-01-01", size: 1, url: `https://example.com/${version}.exe` };
}
