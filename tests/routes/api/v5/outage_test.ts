import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { type Call, startApp } from "@/tests/app.ts";
import { makeGithubRelease, type Mood, startGithub } from "@/tests/lib/launcher/github/double.ts";

const PATHS = ["stats/downloads", "launcher/updates", "launcher/news", "version/app/launcher", "launcher/feeds"];
const RELEASES = [makeGithubRelease("v2.0.0"), makeGithubRelease("v1.0.0")];

for (const mood of ["failing", "limited", "garbled", "silent"] as const satisfies Mood[]) {
  Deno.test(`GET /api/v5/{app_name}/… returns the last good data after a restart with GitHub ${mood}`, async () => {
    await using github = startGithub([...RELEASES]);
    const folder = await Deno.makeTempDir();
    const settings = { LAUNCHER_GITHUB: "o/r", GITHUB_API_URL: github.baseUrl, STATE_DIR: folder };
    await using before = await startApp(settings);
    assertEquals((await requestAll(before)).map(({ stale }) => stale), PATHS.map(() => undefined));
    await age(join(folder, "launcher.json"));
    github.mood = mood;
    await using after = await startApp(settings);
    const answers = await requestAll(after);
    assertEquals(answers.map(({ status, stale }) => [status, stale]), PATHS.map(() => [200, true]));
    assertEquals(answers[3]?.launcher.version, "2.0.0");
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("GET /api/v5/{app_name}/… returns 502 and retry-after if no data was ever loaded", async () => {
  await using github = startGithub([]);
  github.mood = "failing";
  const settings = { LAUNCHER_GITHUB: "o/r", GITHUB_API_URL: github.baseUrl, STATE_DIR: await Deno.makeTempDir() };
  await using call = await startApp(settings);
  const response = await call("/api/v5/app/launcher/updates");
  const { code, status } = await response.json();
  assertEquals([response.status, status, code], [502, 502, "source_failed"]);
  assertEquals(Number(response.headers.get("retry-after")) > 0, true);
  await Deno.remove(settings.STATE_DIR);
});

async function requestAll(call: Call) {
  const answers = [];
  for (const path of PATHS) answers.push(await (await call(`/api/v5/app/${path}`)).json());
  return answers;
}

/** Waits for the saved data and makes them an hour old. */
async function age(path: string): Promise<void> {
  for (;;) {
    try {
      const state = JSON.parse(await Deno.readTextFile(path));
      return await Deno.writeTextFile(path, JSON.stringify({ ...state, checkedAt: state.checkedAt - 3_600_000 }));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
