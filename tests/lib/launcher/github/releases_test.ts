import { assert, assertEquals } from "@std/assert";
import type { GithubData } from "@/lib/launcher/github/data.ts";
import { REFRESH_INTERVAL_MS } from "@/lib/launcher/github/refresh_schedule.ts";
import { makeGithubRelease, type Mood, startGithub } from "./double.ts";
import { makeSource, makeStore, START } from "./fixtures.ts";

const RELEASES = [makeGithubRelease("v1.1.0"), makeGithubRelease("v1.0.0")];

Deno.test("GithubReleases.refresh() publishes the releases and when it read them", async () => {
  await using github = startGithub(RELEASES);
  const { source, published } = makeSource(github);
  await source.refresh();
  assertEquals(published.map(({ launcher, isStale, asOf }) => [launcher.length, isStale, asOf]), [
    [2, false, "2026-05-10T12:00:00Z"],
  ]);
});

Deno.test("GithubReleases.refresh() reads at most 10 pages, so that a refresh cannot use up the hourly quota", async () => {
  await using github = startGithub(Array.from({ length: 1001 }, (_, i) => makeGithubRelease(`v1.0.${i}`)));
  const { source, published } = makeSource(github);
  await source.refresh();
  assertEquals([github.requests.length, published[0]?.launcher.length], [10, 1000]);
});

Deno.test("GithubReleases.refresh() follows the pages and downloads only changed ones", async () => {
  await using github = startGithub(Array.from({ length: 150 }, (_, i) => makeGithubRelease(`v1.0.${i}`)));
  const { source, published } = makeSource(github);
  await source.refresh();
  github.releases[149]!.assets[0]!.download_count = 1010;
  await source.refresh();
  assertEquals(github.statuses, [200, 200, 304, 200]);
  assertEquals(published.map(({ launcher }) => launcher.reduce((sum, { downloads }) => sum + downloads, 0)), [
    1500,
    2500,
  ]);
});

Deno.test("GithubReleases leaves out a release that is not as GitHub describes it, and reports it once", async () => {
  const odd = [{ assets: null }, { published_at: "yesterday" }, { html_url: "javascript:alert(1)" }, { tag_name: 7 }];
  await using github = startGithub([
    ...RELEASES,
    ...odd.map((fields, i) => Object.assign(makeGithubRelease(`v2.0.${i}`), fields)),
    makeGithubRelease("v2.1.0", { assets: [{ name: "setup.exe", size: -1 }] }),
    makeGithubRelease("v99999999999999999999.0.0"),
  ]);
  const { source, published, warnings } = makeSource(github);
  await source.refresh();
  await source.refresh();
  assertEquals(published.at(-1)?.launcher.map(({ version }) => version), ["1.1.0", "1.0.0"]);
  assertEquals(warnings.map((each) => /"(.*)"/.exec(each)?.[1]).sort(), [
    "(no tag)",
    "v2.0.0",
    "v2.0.1",
    "v2.0.2",
    "v2.1.0",
    "v99999999999999999999.0.0",
  ]);
});

Deno.test("GithubReleases keeps its data if no release of a page is as GitHub describes it", async () => {
  await using github = startGithub([makeGithubRelease("v1.1.0"), makeGithubRelease("v1.0.0")]);
  const { source, published } = makeSource(github);
  await source.refresh();
  for (const release of github.releases) Object.assign(release, { assets: null });
  await source.refresh();
  assertEquals(published.map(({ launcher, isStale }) => [launcher.length, isStale]), [[2, false], [2, true]]);
});

Deno.test("GithubReleases sends the token, and no header without one", async () => {
  await using github = startGithub(RELEASES);
  await makeSource(github, { token: "secret" }).source.refresh();
  await makeSource(github).source.refresh();
  assertEquals(github.requests.map(({ headers }) => headers.get("authorization")), ["Bearer secret", null]);
});

Deno.test("GithubReleases warns once about a repository without a usable release", async () => {
  await using github = startGithub([makeGithubRelease("nightly")]);
  const { source, warnings } = makeSource(github);
  await source.refresh();
  await source.refresh();
  assertEquals(warnings.filter((each) => each.startsWith("Cannot find a launcher release in o/r")).length, 1);
});

Deno.test("GithubReleases reports a release that it ignores once, and a new one when it appears", async () => {
  await using github = startGithub([...RELEASES, makeGithubRelease("sdk-v99.0.0")]);
  const { source, warnings } = makeSource(github);
  await source.refresh();
  await source.refresh();
  github.releases.push(makeGithubRelease("docs-v1.0.0"), makeGithubRelease("v0.9.0", { assets: ["delta.zip"] }));
  await source.refresh();
  assertEquals(warnings.map((each) => each.split(":")[0]), [
    'Cannot use the releases "sdk-v99.0.0" of o/r',
    'Cannot use the releases "docs-v1.0.0" of o/r',
    'Cannot use the releases "v0.9.0" of o/r',
  ]);
  assert(warnings.at(-1)?.endsWith("at least one file must have the name of a download for Windows, macOS or Linux"));
});

Deno.test("GithubReleases names a repository that does not exist and what to check", async () => {
  await using github = startGithub(RELEASES);
  github.mood = "gone";
  const { source, warnings } = makeSource(github);
  await source.refresh();
  assertEquals(
    warnings[0],
    "Cannot read the releases of o/r: GitHub must respond with 200, got 404; check LAUNCHER_GITHUB and, for a private " +
      "repository, GITHUB_TOKEN (next attempt in 30 s)",
  );
});

Deno.test("GithubReleases refreshes again after 15 minutes on its own", async () => {
  await using github = startGithub(RELEASES);
  const { source, plans, clock } = makeSource(github);
  await source.refresh();
  assertEquals(plans.map(({ delayMs }) => delayMs), [REFRESH_INTERVAL_MS]);
  clock.now += REFRESH_INTERVAL_MS;
  plans.at(-1)?.run();
  await source.lastRefresh;
  assertEquals(github.statuses, [200, 304]);
});

for (const mood of ["limited", "secondary", "failing", "garbled", "wrong", "gone"] as const satisfies Mood[]) {
  Deno.test(`GithubReleases publishes the last good data as stale when GitHub is ${mood}`, async () => {
    await using github = startGithub(RELEASES);
    const { source, published, warnings, clock } = makeSource(github);
    await source.refresh();
    clock.now += REFRESH_INTERVAL_MS;
    github.mood = mood;
    await source.refresh();
    const [before, after] = published;
    assertEquals(after, { ...before, isStale: true } as GithubData);
    assertEquals(warnings.length, 1);
    github.mood = "well";
    await source.refresh();
    assertEquals(published.at(-1)?.isStale, false);
  });
}

Deno.test("GithubReleases gives up on a silent GitHub at its deadline", async () => {
  await using github = startGithub(RELEASES);
  github.mood = "silent";
  const { source, warnings } = makeSource(github, { timeoutMs: 20 });
  await source.refresh();
  assertEquals(warnings.length, 1);
});

Deno.test("GithubReleases gives up on a GitHub that cannot be reached", async () => {
  const github = startGithub(RELEASES);
  const { source, warnings } = makeSource(github);
  await github[Symbol.asyncDispose]();
  await source.refresh();
  assert(warnings[0]?.startsWith("Cannot read the releases of o/r: "), warnings[0]);
});

Deno.test("GithubReleases never sends its token to another host", async () => {
  await using github = startGithub(Array.from({ length: 150 }, (_, i) => makeGithubRelease(`v1.0.${i}`)));
  github.mood = "astray";
  const { source, warnings } = makeSource(github, { token: "secret" });
  await source.refresh();
  assertEquals(github.requests.length, 1);
  assert(
    warnings[0]?.startsWith("Cannot read the releases of o/r: a link must stay on http://127.0.0.1:"),
    warnings[0],
  );
});

Deno.test("GithubReleases follows the redirect of a renamed repository, and none to another origin", async () => {
  await using github = startGithub(RELEASES);
  await using other = startGithub(RELEASES);
  const { source, published, warnings } = makeSource(github, { token: "secret" });
  github.mood = "renamed";
  await source.refresh();
  assertEquals([github.statuses, published.length], [[301, 200], 1]);
  github.mood = "abducted";
  github.abductedTo = `${other.baseUrl}/repos/o/r/releases?key=hidden`;
  await source.refresh();
  assertEquals([other.requests.length, published.at(-1)?.isStale, warnings.length], [0, true, 1]);
  github.abductedTo = github.baseUrl;
  await source.refresh();
  assert(warnings.at(-1)?.startsWith("Cannot read the releases of o/r: must take at most 5 redirects"));
});

Deno.test("GithubReleases does not quote a response or saved text that is not JSON", async () => {
  await using github = startGithub(RELEASES);
  github.mood = "garbled";
  const store = makeStore();
  store.text = "private-body";
  const { source, warnings } = makeSource(github, { store });
  await source.open();
  await source.lastRefresh;
  assertEquals(warnings.map((warning) => warning.includes("JSON")), [true, true]);
  assertEquals(warnings.join().includes("private"), false, warnings.join());
});

Deno.test("GithubReleases waits as long as GitHub's rate limit requires, at least a second and at most an hour", async () => {
  await using github = startGithub(RELEASES);
  const { source, plans } = makeSource(github);
  github.mood = "limited";
  github.resetAt = START / 1000 + 1234;
  await source.refresh();
  assertEquals(source.retryAfterSeconds, 1234);
  github.resetAt = START / 1000 + 999_999;
  await source.refresh();
  github.resetAt = START / 1000 - 5;
  await source.refresh();
  github.mood = "secondary";
  for (const seconds of [7, 0]) {
    github.retryAfter = seconds;
    await source.refresh();
  }
  assertEquals(plans.map(({ delayMs }) => delayMs), [1_234_000, 3_600_000, 60_000, 7000, 1000]);
});

Deno.test("GithubReleases counts downloads by day from the totals", async () => {
  await using github = startGithub([makeGithubRelease("v1.0.0")]);
  const { source, published, clock } = makeSource(github);
  for (const total of [10, 15, 40, 38, 50]) {
    github.releases[0]!.assets[0]!.download_count = total;
    await source.refresh();
    clock.now += 12 * 3_600_000; // two refreshes a day, from noon on the 10th
  }
  // The last totals of the three days: 10, 40, 50.
  const expected = [{ date: "2026-05-11", downloads: 30 }, { date: "2026-05-12", downloads: 10 }];
  assertEquals(published.at(-1)?.daily, expected);
});

Deno.test("GithubReleases.close() stops the refreshes", async () => {
  await using github = startGithub(RELEASES);
  const { source, plans } = makeSource(github);
  await source.refresh();
  source.close();
  assertEquals(plans.every(({ isCancelled }) => isCancelled), true);
  await source.refresh();
  assertEquals(plans.length, 1);
});
