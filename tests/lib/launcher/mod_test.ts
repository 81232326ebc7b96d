import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { ApiError } from "@/lib/http/errors.ts";
import { openLauncher } from "@/lib/launcher/mod.ts";
import type { LauncherData } from "@/lib/launcher/data.ts";
import { respondWithData } from "@/lib/launcher/response.ts";
import type { LauncherOptions } from "@/lib/launcher/launcher.ts";
import { createContext } from "../http/context.ts";
import { makeSample, makeUrl, toJson } from "./fixtures.ts";
import { makeGithubRelease, startGithub } from "./github/double.ts";

Deno.test("openLauncher() reads the shipped sample on the first request, and once", async () => {
  await using desk = await makeDesk();
  const launcher = await desk.open({});
  assertEquals(launcher.freshness, undefined);
  const data = await launcher.load("app");
  assert(await launcher.load("app") === data);
  assertEquals(launcher.freshness, { isStale: false, asOf: "2026-11-14T00:00:00Z" });
  assertEquals(toJson(data.application("launcher")).launcher.version, "7.7.0");
});

Deno.test("Launcher.load() throws unknown_app for another name, wrong case included", async () => {
  await using desk = await makeDesk();
  const launcher = await desk.open({});
  for (const name of ["App", "other", "", undefined, "a%2Fpp", "app "]) {
    const error = await assertRejects(async () => await launcher.load(name), ApiError);
    assertEquals([error.code, error.details], ["unknown_app", { value: name ?? "", allowed: ["app"] }]);
  }
});

Deno.test("openLauncher() throws on a missing document, and on an invalid one naming its field", async () => {
  await using desk = await makeDesk();
  await assertRejects(() => desk.open({ launcherData: desk.dataFile }), TypeError, desk.dataFile);
  await Deno.writeTextFile(desk.dataFile, `{ "asOf": 1 }`);
  await assertRejects(() => desk.open({ launcherData: desk.dataFile }), TypeError, "asOf: ");
});

Deno.test("openLauncher() uses a changed document without a restart", async () => {
  await using desk = await makeDesk();
  const sample = makeSample();
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(sample));
  const launcher = await desk.open({ launcherData: desk.dataFile });
  const before = await launcher.load("app");
  sample.resources.version = "7.8.0";
  await Deno.writeTextFile(desk.dataFile, `${JSON.stringify(sample)}\n`);
  await until(() => launcher.load("app") !== before);
  const after = await launcher.load("app");
  assertEquals(toJson(after.resources()).message, "7.8.0");
  assertNotEquals(await tagOf(after, () => after.resources()), await tagOf(before, () => before.resources()));
  assertEquals(
    await tagOf(after, () => after.downloads({})),
    await tagOf(before, () => before.downloads({})),
  );
});

Deno.test("openLauncher() marks its data as stale while the document is invalid", async () => {
  await using desk = await makeDesk();
  const text = JSON.stringify(makeSample());
  await Deno.writeTextFile(desk.dataFile, text);
  const launcher = await desk.open({ launcherData: desk.dataFile });
  const before = await launcher.load("app");
  await Deno.writeTextFile(desk.dataFile, "{");
  await until(() => launcher.load("app") !== before);
  const stale = await launcher.load("app");
  assertEquals(stale.freshness, { ...before.freshness, isStale: true });
  assertEquals(stale.application("launcher"), before.application("launcher"));
  await Deno.writeTextFile(desk.dataFile, text);
  await until(() => launcher.load("app") !== stale);
  assertEquals(launcher.freshness, before.freshness);
});

Deno.test("openLauncher() keeps the data stale while the document is invalid, whatever GitHub delivers", async () => {
  await using desk = await makeDesk();
  const { promise, resolve } = Promise.withResolvers<Response>();
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(makeSample()));
  const settings = { ...desk.settings("http://github.example"), fetch: () => promise };
  const launcher = await desk.open({ launcherData: desk.dataFile, ...settings });
  const before = launcher.load("app");
  await Deno.writeTextFile(desk.dataFile, "{");
  await until(() => launcher.load("app") !== before);
  resolve(Response.json([makeGithubRelease("v9.0.0")]));
  await desk.settle();
  const data = await launcher.load("app");
  assertEquals(toJson(data.application("launcher")).launcher.version, "9.0.0");
  assertEquals(data.freshness.isStale, true);
});

Deno.test("openLauncher() with GitHub alone returns its releases and makes nothing up", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0", { name: "Two" })]);
  const launcher = await desk.open(desk.settings(github.baseUrl));
  await desk.settle();
  const data = await launcher.load("app");
  assertEquals(toJson(data.application("launcher")).launcher.version, "2.0.0");
  for (const build of [() => data.application("reshade"), () => data.resources()]) {
    assertEquals(assertThrows(build, ApiError).code, "not_found");
  }
  assertEquals(toJson(data.tier("2")).tier, { id: 2, name: "Favorite", benefits: [] });
  assertEquals(toJson(data.news({ limit: 1 })).news[0].title, "Two");
  assertEquals(toJson(data.downloads({})).total, 10);
});

Deno.test("Launcher.ignored has the tags that are not used, also from saved data after a restart", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v2.0.0"), makeGithubRelease("nightly")]);
  for (let i = 0; i < 2; i++) {
    const launcher = await desk.open(desk.settings(github.baseUrl));
    await desk.settle();
    assertEquals(Object.values(launcher.ignored).flat(), ["nightly"]);
  }
});

Deno.test("openLauncher() takes from the operator's document what GitHub does not have", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v9.0.0")]);
  const sample = makeSample();
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(sample));
  const launcher = await desk.open({ launcherData: desk.dataFile, ...desk.settings(github.baseUrl) });
  await desk.settle();
  const data = await launcher.load("app");
  assertEquals(toJson(data.application("launcher")).launcher.version, "9.0.0");
  assertEquals(toJson(data.application("reshade")).reshade.version, "6.3.0");
  assertEquals(toJson(data.resources()).message, sample.resources.version);
  assertEquals(toJson(data.updates({ channel: "stable" })).minimumSupported, "7.4.0");
  assertEquals(toJson(data.news({ limit: 1 })).total, sample.news.length);
});

Deno.test("openLauncher() takes a minimum and the days before from a document without releases", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("v9.0.0")]);
  const sample = makeSample();
  sample.applications.launcher.releases = [];
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(sample));
  const launcher = await desk.open({ launcherData: desk.dataFile, ...desk.settings(github.baseUrl) });
  await desk.settle();
  const data = await launcher.load("app");
  assertEquals(toJson(data.updates({ channel: "stable" })).minimumSupported, "7.4.0");
  assertEquals(toJson(data.downloads({})).daily, sample.daily);
});

Deno.test("openLauncher() takes resources from GitHub, with the fields of every download and no others", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([makeGithubRelease("resources-v9.0.0")]);
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(makeSample()));
  const launcher = await desk.open({ launcherData: desk.dataFile, ...desk.settings(github.baseUrl) });
  await desk.settle();
  const { message, resources } = toJson((await launcher.load("app")).resources());
  assertEquals(message, "9.0.0");
  assertEquals(Object.keys(resources), ["version", "beta", "releaseDate", "size", "sha256", "url"]);
});

Deno.test("openLauncher() returns the operator's document, marked as stale, while GitHub was never reached", async () => {
  await using desk = await makeDesk();
  await using github = startGithub([]);
  github.mood = "failing";
  await Deno.writeTextFile(desk.dataFile, JSON.stringify(makeSample()));
  const launcher = await desk.open({ launcherData: desk.dataFile, ...desk.settings(github.baseUrl) });
  await desk.settle();
  const data = await launcher.load("app");
  assertEquals(toJson(data.application("launcher")).launcher.version, "7.7.0");
  assertEquals(data.freshness, { isStale: true, asOf: "2026-11-14T00:00:00Z" });
});

Deno.test("Launcher.load() throws at once while GitHub hangs, and returns the data when GitHub responds", async () => {
  await using desk = await makeDesk();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const launcher = await desk.open({ ...desk.settings("http://github.example"), fetch: () => promise, warn });
  assert(warnings.length === 1 && warnings[0]?.includes("o/r"), warnings[0]);
  // Not a rejected promise, so it did not wait.
  const error = assertThrows(() => launcher.load("app"), ApiError);
  assertEquals([error.status, error.code, error.headers], [502, "source_failed", { "retry-after": "1" }]);
  resolve(Response.json([makeGithubRelease("v2.0.0")]));
  await desk.settle();
  assertEquals(toJson((await launcher.load("app")).downloads({})).total, 10);
});

async function tagOf(data: LauncherData, build: () => object): Promise<string | null> {
  const context = createContext(new Request(makeUrl()));
  return (await respondWithData(context, data, { key: crypto.randomUUID(), build })).headers.get("etag");
}

// A folder for the document and the stored releases.
async function makeDesk() {
  const folder = await Deno.makeTempDir();
  let isPlanned = false;
  const opened: { close(): void }[] = [];
  const requests = new Set<Promise<unknown>>();
  const watched: typeof fetch = (input, init) => {
    const request = fetch(input, init);
    requests.add(request.catch(() => undefined));
    return request;
  };
  const schedule = () => {
    isPlanned = true;
    return () => {};
  };
  return {
    dataFile: join(folder, "launcher.json"),
    settings: (githubApiUrl: string) => ({
      launcherGithub: "o/r",
      githubApiUrl,
      fetch: watched,
      schedule,
      timeoutMs: 300_000,
    }),
    async open(options: Partial<LauncherOptions>) {
      isPlanned = false;
      const launcher = await openLauncher({
        appName: "app",
        launcherData: undefined,
        launcherGithub: undefined,
        githubApiUrl: "",
        githubToken: undefined,
        stateUrl: "",
        stateDir: join(folder, "state"),
        warn: () => {},
        ...options,
      });
      opened.push(launcher);
      return launcher;
    },
    /** Waits for GitHub's response: only then is the next refresh planned. */
    settle: () => until(() => isPlanned),
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
