import { assertEquals } from "@std/assert";
import { REFRESH_INTERVAL_MS } from "@/lib/launcher/github_releases.ts";
import { makeGithubRelease, startGithub } from "./github_double.ts";
import { makeSource, makeStore } from "./github_fixtures.ts";

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

Deno.test("GithubReleases.open() ignores the releases of another repository and an invalid one", async () => {
  await using github = startGithub(RELEASES);
  const store = makeStore();
  await makeSource(github, { store, repository: "o/other" }).source.refresh();
  for (const [text, expected] of [[store.text, 0], [`{"repository":`, 1]] as const) {
    store.text = text;
    const { source, published, warnings } = makeSource(github, { store });
    await source.open();
    assertEquals([published.length, warnings.length], [0, expected]);
    await source.lastRefresh;
    assertEquals(published.length, 1);
  }
});

Deno.test("GithubReleases reports once that it cannot save, and continues", async () => {
  await using github = startGithub(RELEASES);
  const store = { load: () => Promise.resolve(undefined), save: () => Promise.reject(new Error("read-only disk")) };
  const { source, published, warnings } = makeSource(github, { store });
  await source.refresh();
  await source.refresh();
  assertEquals([published.length, warnings], [2, ["Cannot save the releases: read-only disk"]]);
});
