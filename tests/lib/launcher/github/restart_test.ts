import { assertEquals } from "@std/assert";
import { REFRESH_INTERVAL_MS } from "@/lib/launcher/github/refresh_schedule.ts";
import { type GithubDouble, makeGithubRelease, startGithub } from "./double.ts";
import { makeSource, makeStore } from "./fixtures.ts";

const DAY_MS = 86_400_000;

const RELEASES = [makeGithubRelease("v1.1.0"), makeGithubRelease("v1.0.0")];

Deno.test("GithubReleases.open() publishes old releases, or those from the future, as stale and requests only changes", async () => {
  for (const age of [REFRESH_INTERVAL_MS, -86_400_000]) {
    await using github = startGithub(RELEASES);
    const store = makeStore();
    await makeSource(github, { store }).source.refresh();
    const { source, published, clock } = makeSource(github, { store });
    clock.now += age;
    await source.open();
    assertEquals(published.map(({ launcher, isStale }) => [launcher.length, isStale]), [[2, true]]);
    await source.lastRefresh;
    assertEquals([github.statuses, published.at(-1)?.isStale], [[200, 304], false]);
  }
});

Deno.test("GithubReleases.open() requests nothing while the saved releases are current", async () => {
  await using github = startGithub(RELEASES);
  const store = makeStore();
  await makeSource(github, { store }).source.refresh();
  const { source, published, plans, clock } = makeSource(github, { store });
  clock.now += REFRESH_INTERVAL_MS - 5000;
  await source.open();
  assertEquals([github.requests.length, published.map(({ isStale }) => isStale)], [1, [false]]);
  assertEquals(plans.map(({ delayMs }) => delayMs), [5000]);
});

Deno.test("GithubReleases.open() ignores the saved releases of another repository", async () => {
  await using github = startGithub(RELEASES);
  const store = makeStore();
  await makeSource(github, { store, repository: "o/other" }).source.refresh();
  const { source, published, warnings } = makeSource(github, { store });
  await source.open();
  assertEquals([published.length, warnings.length], [0, 0]);
  await source.lastRefresh;
  assertEquals(published.length, 1);
});

Deno.test("GithubReleases keeps the days of a repository while another is used, and restores them after it", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const store = { ...makeStore(), text: await saveDays(github, [3, 5]) };
  for (const repository of ["o/typo", "O/third", "o/typo"]) {
    const { source, published } = makeSource(github, { store, repository });
    await source.open();
    await source.lastRefresh;
    assertEquals(published.at(-1)?.daily, [], repository);
  }
  github.releases[0]!.assets[0]!.download_count = 12;
  // GitHub's names of owners and repositories ignore case.
  const { source, published, clock } = makeSource(github, { store, repository: "O/R" });
  clock.now += 2 * DAY_MS;
  await source.open();
  assertEquals(published, []);
  await source.lastRefresh;
  const days = [{ date: "2026-05-11", downloads: 2 }, { date: "2026-05-12", downloads: 7 }];
  assertEquals(published.at(-1)?.daily, days);
  assertEquals(Object.keys(JSON.parse(store.text!).others).sort(), ["o/third", "o/typo"]);
  const restarted = makeSource(github, { store });
  await restarted.source.open();
  assertEquals(restarted.published[0]?.daily, days);
});

Deno.test("GithubReleases never writes over saved days that it could not read, and adds to them once it can", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const saved = await saveDays(github, [3, 5]);
  const store = { ...makeStore(), text: saved, isLocked: true };
  const load = store.load.bind(store);
  store.load = () => store.isLocked ? Promise.reject(new Error("database is locked")) : load();
  const { source, published, warnings, clock } = makeSource(github, { store });
  clock.now += 2 * DAY_MS;
  await source.open();
  await source.lastRefresh;
  await source.refresh();
  assertEquals([published.at(-1)?.launcher.length, published.at(-1)?.daily, store.text], [1, [], saved]);
  assertEquals(warnings, [
    "Cannot read the saved releases: database is locked; the days that were counted before are missing, and nothing " +
    "is saved until they can be read",
  ]);
  store.isLocked = false;
  github.releases[0]!.assets[0]!.download_count = 12;
  await source.refresh();
  // The totals of the three days: 3, 5, 12.
  const days = [{ date: "2026-05-11", downloads: 2 }, { date: "2026-05-12", downloads: 7 }];
  assertEquals(published.at(-1)?.daily, days);
  const restarted = makeSource(github, { store });
  await restarted.source.open();
  assertEquals(restarted.published[0]?.daily, days);
});

Deno.test("GithubReleases leaves a saved text of another form as it is, until it is repaired or removed", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const repaired = await saveDays(github, [3, 5]);
  for (const text of [repaired.slice(0, -1), "{}", ""]) {
    for (const later of [repaired, undefined]) {
      const store = { ...makeStore(), text };
      const { source, published, warnings, clock } = makeSource(github, { store });
      clock.now += DAY_MS;
      await source.open();
      await source.lastRefresh;
      assertEquals([published.at(-1)?.launcher.length, warnings.length, store.text], [1, 1, text]);
      Object.assign(store, { text: later });
      await source.refresh();
      assertEquals(published.at(-1)?.daily.length, later === undefined ? 0 : 1);
      assertEquals(JSON.parse(store.text).history.length, later === undefined ? 1 : 2);
    }
  }
});

Deno.test("GithubReleases publishes releases that can be read later, also while GitHub is down", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const store = { ...makeStore(), text: await saveDays(github, [3]) };
  const load = store.load.bind(store);
  store.load = () => Promise.reject(new Error("too many open files"));
  github.mood = "failing";
  const { source, published } = makeSource(github, { store });
  await source.open();
  await source.lastRefresh;
  assertEquals(published, []);
  store.load = load;
  await source.refresh();
  assertEquals(published.map(({ launcher, isStale }) => [launcher.length, isStale]), [[1, true]]);
});

Deno.test("GithubReleases keeps the days that another instance has saved meanwhile", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  // Like a disk that is mounted after the service has started.
  const store = makeStore();
  const { source, published, clock } = makeSource(github, { store });
  clock.now += DAY_MS;
  await source.open();
  await source.lastRefresh;
  store.text = await saveDays(github, [3]);
  github.releases[0]!.assets[0]!.download_count = 9;
  await source.refresh();
  assertEquals(published.at(-1)?.daily, [{ date: "2026-05-11", downloads: 6 }]);
});

Deno.test("GithubReleases keeps the total that another instance has saved later on a day before", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const store = makeStore();
  const { source, published, clock } = makeSource(github, { store });
  github.releases[0]!.assets[0]!.download_count = 3;
  await source.refresh();
  store.text = await saveDays(github, [5]);
  clock.now += DAY_MS;
  github.releases[0]!.assets[0]!.download_count = 9;
  await source.refresh();
  assertEquals(published.at(-1)?.daily, [{ date: "2026-05-11", downloads: 4 }]);
});

Deno.test("GithubReleases reports once that it cannot save, and continues", async () => {
  await using github = startGithub(RELEASES);
  const store = { load: () => Promise.resolve(undefined), save: () => Promise.reject(new Error("read-only disk")) };
  const { source, published, warnings } = makeSource(github, { store });
  await source.refresh();
  await source.refresh();
  assertEquals([published.length, warnings], [2, ["Cannot save the releases: read-only disk"]]);
});

// Returns what is saved by a service that reads these totals of downloads on consecutive days, from 2026-05-10.
async function saveDays(github: GithubDouble, totals: readonly number[]): Promise<string> {
  const store = makeStore();
  const { source, clock } = makeSource(github, { store });
  for (const total of totals) {
    github.releases[0]!.assets[0]!.download_count = total;
    await source.refresh();
    clock.now += DAY_MS;
  }
  return store.text!;
}
