import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import type { LauncherDocument } from "@/lib/launcher/document.ts";
import { run } from "@/lib/launcher/import/main.ts";
import { fakeRelease, startGithub } from "@/tests/launcher/github.ts";

const FACTS = { size: 1000, sha256: "ab".repeat(32) };

Deno.test("deno task launcher starts from an empty document", async () => {
  await using test = await start([
    fakeRelease("v1.1.0", { "setup.exe": 7 }),
    fakeRelease("v1.0.0", { "setup.exe": 30 }),
  ]);
  await test.import();
  const { assets, applications, daily, asOf } = await test.read();
  assertEquals([assets, daily, typeof asOf], [{ launcher: "*.exe" }, undefined, "string"]);
  assertEquals(applications.launcher.releases[0] as unknown, {
    version: "1.1.0",
    beta: false,
    releaseDate: "2026-05-01T10:00:00Z",
    ...FACTS,
    url: "https://github.com/owner/app/releases/download/v1.1.0/setup.exe",
    notes: "Notes of v1.1.0",
    downloads: 7,
  });
});

Deno.test("deno task launcher gives each file to the application whose pattern it matches", async () => {
  await using test = await start([
    fakeRelease("reshade-v6.2.0", { "reshade-6.2.0.zip": 3, "reshade.txt": 1 }),
    fakeRelease("fps-unlocker/3.0.0-beta.1", { "fps-unlocker.exe": 2 }),
    fakeRelease("res-1.0.0-rc.1", { "resources.zip": 1 }),
    fakeRelease("res-0.9.0", { "resources.zip": 1 }),
    fakeRelease("v7.0.0", { "setup-7.0.0.exe": 1 }, { prerelease: true }),
  ], {
    assets: { launcher: "setup-*.exe", reshade: "reshade-*.zip", fpsUnlocker: "fps-*.exe", resources: "resources.zip" },
  });
  await test.import();
  const { applications: { launcher, reshade, fpsUnlocker }, resources } = await test.read();
  const shown = [launcher, reshade, fpsUnlocker].map(({ releases }) =>
    releases.map(({ version, beta }) => [version, beta])
  );
  assertEquals(shown, [[["7.0.0", true]], [["6.2.0", false]], [["3.0.0-beta.1", true]]]);
  assertEquals([resources?.version, resources?.sha256], ["0.9.0", FACTS.sha256]);
});

Deno.test("deno task launcher keeps what people wrote, and updates what only GitHub knows", async () => {
  const url = "https://github.com/owner/app/releases/download";
  const mine = {
    version: "0.9.0",
    releaseDate: "2025-01-01",
    size: 1,
    url: "https://files.example.com/a.exe",
    downloads: 5,
  };
  const other = { ...mine, version: "0.8.0", url: "https://github.com/someone/else/releases/download/v0.8.0/a.exe" };
  const known = { version: "v1.0.0", releaseDate: "2026-01-01", size: 1, url: `${url}/v1.0.0/old.exe`, notes: "Mine" };
  const gone = { ...known, version: "1.0.1", url: `${url}/v1.0.1/setup.exe` };
  const written = {
    tiers: { 2: { name: "Gold" } },
    applications: { launcher: { minimumSupported: "1.0.0", releases: [gone, { ...known, beta: true }, mine, other] } },
    news: [],
  };
  await using test = await start([
    fakeRelease("v1.0.0", { "setup.exe": 9 }),
    fakeRelease("v0.9.0", { "setup.exe": 99 }),
  ], written);
  await test.import();
  const { applications: { launcher }, ...rest } = await test.read();
  assertEquals(rest.tiers as unknown, written.tiers);
  assertEquals([rest.news, launcher.minimumSupported], [[], "1.0.0"]);
  assertEquals(launcher.releases, [
    { ...gone, withdrawn: true },
    { ...known, ...FACTS, beta: false, url: `${url}/v1.0.0/setup.exe`, downloads: 9 },
    mine,
    other,
  ]);
});

Deno.test("deno task launcher adds the downloads since the last run to today", async () => {
  const url = "https://files.example.com/a.exe";
  const mine = { version: "0.5.0", releaseDate: "2025-01-01", size: 1, url, downloads: 5 };
  const document = { applications: { launcher: { releases: [mine] } } };
  await using test = await start([fakeRelease("v1.0.0", { "a.exe": 10 })], document);
  await test.import();
  const today = new Date().toISOString().slice(0, 10);
  test.github.releases = [
    // Published after the last run, so all of its downloads are new.
    fakeRelease("v2.0.0", { "a.exe": 4 }, { "published_at": new Date(Date.now() + 60_000).toISOString() }),
    fakeRelease("v1.0.0", { "a.exe": 13 }),
    // It is not on GitHub for the document, so its downloads there do not count.
    fakeRelease("v0.5.0", { "a.exe": 50 }),
    // Older than the last run, so nobody knows when it was downloaded.
    fakeRelease("v0.1.0", { "a.exe": 100 }),
  ];
  await test.import();
  assertEquals((await test.read()).daily, [{ date: today, downloads: 7 }]);
  test.github.releases = [fakeRelease("v2.0.0", { "a.exe": 5 }), fakeRelease("v1.0.0", { "a.exe": 1 })];
  await test.import();
  // GitHub lowers a count if a file is uploaded again. No day can be negative.
  assertEquals((await test.read()).daily, [{ date: today, downloads: 8 }]);
});

Deno.test("deno task launcher reads every page, also of a repository that was renamed", async () => {
  const releases = Array.from({ length: 250 }, (_, patch) => fakeRelease(`v1.0.${patch}`, { "a.exe": 1 }));
  await using test = await start(releases);
  await test.import("owner/old-name");
  assertEquals((await test.read()).applications.launcher.releases.length, 250);
  assertEquals(test.github.requests.length, 4);
});

Deno.test("deno task launcher leaves out drafts, unfinished uploads, strange tags and files that are not clear", async () => {
  const unfinished = fakeRelease("v1.0.6", { "a.exe": 1 });
  unfinished.assets[0]!.state = "starter";
  await using test = await start([
    fakeRelease("v1.0.9", { "a.exe": 1 }, { draft: true, "published_at": null }),
    fakeRelease("nightly", { "a.exe": 1 }),
    fakeRelease("v1.0.8", {}),
    fakeRelease("v1.0.7", { "a.exe": 1, "b.exe": 1 }),
    unfinished,
    fakeRelease("v1.0.5", { "a.exe": 1 }, { body: null }),
  ]);
  await test.import();
  const { releases } = (await test.read()).applications.launcher;
  assertEquals(releases.map(({ version, notes }) => [version, notes]), [["1.0.5", ""]]);
  assertEquals(test.output.slice(0, 2), [
    "Left out nightly: its tag is no version",
    'Left out v1.0.7: 2 files match "*.exe"',
  ]);
});

Deno.test("deno task launcher writes nothing on any error, and says what to do", async () => {
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795000000" };
  const next = { link: '<http://127.0.0.2:1/x>; rel="next"' };
  const table: [(() => Response) | undefined, string, string][] = [
    [
      () => new Response("{}", { status: 403, headers: spent }),
      "owner/app",
      "until 2026-11-18T11:06:40.000Z, and GITHUB_TOKEN",
    ],
    [() => new Response("{}", { status: 401 }), "owner/app", "does not accept GITHUB_TOKEN"],
    [() => new Response("<html>", { status: 502 }), "owner/app", "GitHub responded with 502"],
    [() => new Response('[{"tag_name": "v1'), "owner/app", "JSON"],
    [() => Response.json([{ tag_name: 5 }]), "owner/app", "tag_name"],
    [() => Response.json([], { headers: next }), "owner/app", "the next page must be on http://127.0.0.1"],
    [
      () => Response.json([]),
      "owner/app",
      'no file of a release matches {"launcher":"*.exe"}, which is "assets" (files: none)',
    ],
    [undefined, "owner/private", "GitHub has no such repository, or GITHUB_TOKEN may not read it"],
    [undefined, "https://github.com/owner/app", "must be owner/repo"],
    [undefined, "", "must be owner/repo"],
  ];
  await using test = await start([fakeRelease("v1.0.0", { "a.exe": 1 })]);
  for (const [answer, repository, message] of table) {
    test.github.answer = answer;
    await assertRejects(() => test.import(repository), Error, message);
    assertEquals([...Deno.readDirSync(test.folder)], []);
  }
});

Deno.test("deno task launcher does not touch a document that is invalid or would become invalid", async () => {
  await using test = await start([fakeRelease("v1.0.0", { "a.exe": 1 })], { tiers: 5 });
  await assertRejects(() => test.import(), TypeError, "tiers: ");
  await test.write({ daily: [] });
  test.github.releases = [fakeRelease("v1.0.0", { "a.exe": -1 })];
  await assertRejects(() => test.import(), TypeError, "releases[0].downloads");
  assertEquals(await Deno.readTextFile(test.path), '{"daily":[]}');
});

Deno.test("deno task launcher sends GITHUB_TOKEN, and reads a private repository with it", async () => {
  await using test = await start([fakeRelease("v1.0.0", { "a.exe": 1 })]);
  await test.import("owner/private", "secret");
  assertEquals(test.github.requests, ["/repos/owner/private/releases?per_page=100 Bearer secret"]);
  await test.import("--help");
  assert(test.output.some((line) => line.includes("GITHUB_API_URL")));
});

async function start(releases: Parameters<typeof startGithub>[0], document?: unknown) {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "launcher.json");
  const github = startGithub(releases);
  const output: string[] = [];
  const write = (document: unknown) => Deno.writeTextFile(path, JSON.stringify(document));
  if (document !== undefined) await write(document);
  return {
    github,
    folder,
    path,
    output,
    write,
    import: (argument = "owner/app", token = "") => {
      const env: Record<string, string> = { GITHUB_API_URL: `${github.url}/`, GITHUB_TOKEN: token };
      return run({
        args: [argument],
        env: { get: (name) => env[name] },
        dataFolder: folder,
        print: (line) => output.push(line),
      });
    },
    read: async (): Promise<LauncherDocument> => JSON.parse(await Deno.readTextFile(path)),
    async [Symbol.asyncDispose]() {
      await github[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
