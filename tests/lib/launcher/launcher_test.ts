import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { ApiError } from "@/lib/http/errors.ts";
import { createLauncher, type LauncherOptions } from "@/lib/launcher/launcher.ts";
import type { LauncherAnswers } from "@/lib/launcher/render.ts";
import { createFileTextStore } from "@/lib/state/text_store.ts";
import { makeQuestion, makeSample } from "./fixtures.ts";
import { makeGithubRelease, startGithub } from "./github_double.ts";

Deno.test("createLauncher() reads the shipped sample when first asked, and answers at once from then on", async () => {
  await using desk = await makeDesk();
  const launcher = await desk.open({});
  const first = launcher.answers("app");
  assert(first instanceof Promise);
  await first;
  const answers = launcher.answers("app") as LauncherAnswers;
  assertEquals(JSON.parse(answers.applications.launcher?.body ?? "").launcher.version, "7.7.0");
});

Deno.test("createLauncher() makes bytes and tags once, not per request", async () => {
  await using desk = await makeDesk();
  const launcher = await desk.open({});
  const [first, second] = [await launcher.answers("app"), await launcher.answers("app")];
  assert(first === second && first.downloads.body === second.downloads.body);
});

Deno.test("Launcher.answers() fails with unknown_app for another name, wrong case included", async () => {
  await using desk = await makeDesk();
  const launcher = await desk.open({});
  for (const name of ["App", "other", "", undefined, "a%2Fpp", "app "]) {
    const error = await assertRejects(async () => await launcher.answers(name), ApiError);
    assertEquals([error.code, error.details?.allowed], ["unknown_app", ["app"]]);
  }
});

Deno.test("createLauncher() stops on a broken document and names line and field", async () => {
  await using desk = await makeDesk();
  await Deno.writeTextFile(desk.dataFile, `{ "asOf": 1 }`);
  await assertRejects(() => desk.open({ dataFile: desk.dataFile }), TypeError, "line 1, asOf");
});

Deno.test("createLauncher() takes up a changed document without a restart", async () => {
  await using desk = await makeDesk();
  const sample = makeSample();
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(sample));
  const launcher = await desk.open({ dataFile: desk.dataFile });
  const before = await launcher.answers("app");
  sample.resources.version = "7.8.0";
  await Deno.writeTextFile(desk.dataFile, `${JSON.stringify(sample)}\n`);
  await desk.tick();
  const after = await launcher.answers("app");
  assertEquals(JSON.parse(after.resources?.body ?? "").message, "7.8.0");
  assert(after.resources?.etag !== before.resources?.etag);
  assertEquals(after.downloads.etag, before.downloads.etag);
});

Deno.test("createLauncher() with GitHub alone answers from its releases and makes nothing up", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0", { name: "Two" })]);
  const launcher = await desk.open({ github: desk.settings(github.baseUrl) });
  const answers = await launcher.answers("app");
  assertEquals(JSON.parse(answers.applications.launcher?.body ?? "").launcher.version, "2.0.0");
  assertEquals([answers.applications.reshade, answers.resources], [undefined, undefined]);
  assertEquals(JSON.parse(answers.tiers[2].body).tier, { id: 2, name: "Favorite", benefits: [] });
  assertEquals(JSON.parse(answers.news(makeQuestion()).body).news[0].title, "Two");
  assertEquals(JSON.parse(answers.downloads.body).total, 10);
});

Deno.test("createLauncher() fills in from the operator's document what GitHub does not tell", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v9.0.0")]);
  const sample = makeSample();
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(sample));
  const launcher = await desk.open({ dataFile: desk.dataFile, github: desk.settings(github.baseUrl) });
  await desk.settle();
  const answers = await launcher.answers("app");
  assertEquals(JSON.parse(answers.applications.launcher?.body ?? "").launcher.version, "9.0.0");
  assertEquals(JSON.parse(answers.applications.reshade?.body ?? "").reshade.version, "6.3.0");
  assertEquals(JSON.parse(answers.resources?.body ?? "").message, sample.resources.version);
  assertEquals(JSON.parse(answers.updates(makeQuestion()).body).minimumSupported, "7.4.0");
  assertEquals(JSON.parse(answers.news(makeQuestion("?limit=1")).body).total, sample.news.length);
});

Deno.test("createLauncher() answers with the operator's document, called stale, while GitHub was never reached", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([]);
  github.mood = "failing";
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(makeSample()));
  const launcher = await desk.open({ dataFile: desk.dataFile, github: desk.settings(github.baseUrl) });
  const { launcher: app, stale, asOf } = JSON.parse((await launcher.answers("app")).applications.launcher?.body ?? "");
  assertEquals([app.version, stale, asOf], ["7.7.0", true, "2026-11-14T00:00:00Z"]);
});

Deno.test("Launcher.answers() fails with 502 and retry-after only when there never was any data", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0")]);
  github.mood = "failing";
  const launcher = await desk.open({ github: desk.settings(github.baseUrl) });
  const error = await assertRejects(async () => await launcher.answers("app"), ApiError);
  assertEquals([error.status, error.headers], [502, { "retry-after": "30" }]);
  github.mood = "well";
  await desk.tick();
  assertEquals(JSON.parse((await launcher.answers("app")).downloads.body).total, 10);
});

Deno.test("Launcher.answers() waits for the first data no longer than its deadline", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0")]);
  github.mood = "silent";
  const launcher = await desk.open({ github: desk.settings(github.baseUrl), firstLoadMs: 10 });
  const error = await assertRejects(async () => await launcher.answers("app"), ApiError);
  assertEquals(error.code, "source_failed");
});

Deno.test("createLauncher() answers after a restart during an outage, at once and called stale", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0")]);
  await (await desk.open({ github: desk.settings(github.baseUrl) })).answers("app");
  await desk.settle();
  desk.clock.now += 3_600_000;
  github.mood = "silent";
  const launcher = await desk.open({ github: desk.settings(github.baseUrl) });
  const answers = launcher.answers("app") as LauncherAnswers; // no promise: nothing was waited for
  const { launcher: app, stale, asOf } = JSON.parse(answers.applications.launcher?.body ?? "");
  assertEquals([app.version, stale, asOf], ["2.0.0", true, "2026-05-10T12:00:00Z"]);
});

// A folder for document and state, a clock, and timers that the test fires.
async function makeDesk() {
  const folder = await Deno.makeTempDir();
  const clock = { now: Date.UTC(2026, 4, 10, 12) };
  const plans = new Map<() => void, number>();
  const opened: { close(): void }[] = [];
  const requests = new Set<Promise<unknown>>();
  const watched: typeof fetch = (input, init) => {
    const request = fetch(input, init);
    requests.add(request.catch(() => undefined));
    return request;
  };
  return {
    clock,
    dataFile: join(folder, "launcher.json"),
    settings: (baseUrl: string) => {
      return { repository: "o/r", baseUrl, fetch: watched, state: createFileTextStore(join(folder, "state.json")) };
    },
    async open(options: Partial<LauncherOptions>) {
      const launcher = await createLauncher({
        appName: "app",
        warn: () => {},
        now: () => clock.now,
        schedule: (delayMs, run) => {
          plans.set(run, delayMs);
          return () => plans.delete(run);
        },
        ...options,
      });
      opened.push(launcher);
      return launcher;
    },
    /** Fires every timer, and waits until each is set again: what it ran is over then. */
    async tick() {
      const due = [...plans.keys()];
      plans.clear();
      for (const run of due) run();
      await until(() => plans.size >= due.length);
    },
    /** Waits until GitHub's answer is worked in: the next question, a long way off, is planned then. */
    settle: () => until(() => plans.values().some((delayMs) => delayMs > 10_000)),
    async [Symbol.asyncDispose]() {
      for (const each of opened) each.close();
      await Promise.all(requests);
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
}
