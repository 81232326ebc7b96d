import { assertEquals } from "@std/assert";
import { REFRESH_MS } from "@/lib/launcher/github_source.ts";
import { makeGithubRelease, startGithub } from "./github_double.ts";
import { makeSource, makeState } from "./github_fixtures.ts";

const RELEASES = [makeGithubRelease("v1.1.0"), makeGithubRelease("v1.0.0")];

Deno.test("GithubSource.open() takes up what the last process saved, and asks only what changed", async () => {
  await using github = startGithub(RELEASES);
  const state = makeState();
  await makeSource(github, { state }).source.refresh();
  const { source, told, clock } = makeSource(github, { state });
  clock.now += REFRESH_MS;
  await source.open();
  assertEquals(told.map(({ launcher, isStale }) => [launcher.length, isStale]), [[2, true]]);
  await source.running;
  assertEquals(github.statuses, [200, 304]);
  assertEquals(told.at(-1)?.isStale, false);
});

Deno.test("GithubSource.open() asks nothing while the saved releases are current", async () => {
  await using github = startGithub(RELEASES);
  const state = makeState();
  await makeSource(github, { state }).source.refresh();
  const { source, told, plans, clock } = makeSource(github, { state });
  clock.now += REFRESH_MS - 5000;
  await source.open();
  assertEquals([github.requests.length, told.map(({ isStale }) => isStale)], [1, [false]]);
  assertEquals(plans.map(({ delayMs }) => delayMs), [5000]);
});

Deno.test("GithubSource.open() asks at once when the clock was set back", async () => {
  await using github = startGithub(RELEASES);
  const state = makeState();
  await makeSource(github, { state }).source.refresh();
  const { source, clock } = makeSource(github, { state });
  clock.now -= 86_400_000;
  await source.open();
  await source.running;
  assertEquals(github.statuses, [200, 304]);
});

Deno.test("GithubSource.open() trusts neither another repository's state nor a broken one", async () => {
  await using github = startGithub(RELEASES);
  const state = makeState();
  await makeSource(github, { state, repository: "o/other" }).source.refresh();
  for (const [text, expected] of [[state.text, 0], [`{"repository":`, 1]] as const) {
    state.text = text;
    const { source, told, warnings } = makeSource(github, { state });
    await source.open();
    assertEquals([told.length, warnings.length], [0, expected]);
    await source.running;
    assertEquals(told.length, 1);
  }
});

Deno.test("GithubSource says once that it cannot save, and goes on", async () => {
  await using github = startGithub(RELEASES);
  const state = { load: () => Promise.resolve(undefined), save: () => Promise.reject(new Error("read-only disk")) };
  const { source, told, warnings } = makeSource(github, { state });
  await source.refresh();
  await source.refresh();
  assertEquals([told.length, warnings], [2, ["Cannot keep the releases over a restart: read-only disk"]]);
});
