import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { startApp } from "@/tests/support/app.ts";

const DOCUMENT = {
  asOf: "2026-01-31",
  applications: { launcher: { releases: [toRelease("1.0.0", 3), toRelease("1.1.0-beta.1", 4)] } },
  resources: { ...toRelease("2.0.0", 0), notes: undefined, downloads: undefined },
  tiers: { 3: { benefits: [{ id: "a", name: "A", description: "B", version: "1.0.0", releaseDate: "2026-01-01" }] } },
};

Deno.test("GET /api/v5/{app_name}/… has what the operator's document says", async () => {
  await using app = await startApp({ APP_NAME: "zoo" }, {
    prepare: (folder) => Deno.writeTextFile(join(folder, "launcher.json"), JSON.stringify(DOCUMENT)),
  });
  const ask = async (path: string) => {
    const response = await app.fetch(`/api/v5/zoo/${path}`);
    assertEquals([response.status, response.headers.get("cache-control")], [200, "public, max-age=60"], path);
    const { success, status, ...fields } = await response.json();
    assertEquals([success, status], [true, 200]);
    return fields;
  };
  const date = "2026-01-01T00:00:00Z";
  assertEquals(await ask("version/app/launcher"), {
    launcher: { version: "1.0.0", beta: false, releaseDate: date, size: 5 },
  });
  const { message, date: resourcesDate, resources } = await ask("version/app/launcher/resources");
  assertEquals([message, resourcesDate, resources.sha256], ["2.0.0", date, null]);
  assertEquals((await ask("version/tier/3")).tier.benefits[0].releaseDate, date);
  assertEquals((await ask("version/tier/2")).tier, { id: 2, name: "Favorite", benefits: [] });
  assertEquals(await ask("launcher/news"), { news: [], total: 0 });
  assertEquals((await ask("launcher/updates?version=7.5.0+build")).current, "7.5.0+build");
  const { latest, updates, current } = await ask("launcher/updates?channel=beta&version=v1.0.0");
  assertEquals([latest.version, updates.length, current], ["1.1.0-beta.1", 1, "1.0.0"]);
  const { total, asOf, applications } = await ask("stats/downloads");
  assertEquals([total, asOf, applications.reshade], [7, "2026-01-31T00:00:00Z", { total: 0, versions: [] }]);
});

Deno.test("GET /api/v5/{app_name}/… returns 404 for another application, and for one without a release", async () => {
  await using app = await startApp({ APP_NAME: "zoo" }, { prepare: (folder) => write(folder, "{}") });
  const codeOf = async (path: string) => {
    const response = await app.fetch(`/api/v5/${path}`);
    return [response.status, (await response.json()).code];
  };
  for (const path of ["launcher/news", "launcher/updates", "stats/downloads", "version/tier/2"]) {
    assertEquals(await codeOf(`app/${path}`), [404, "unknown_app"]);
    assertEquals((await codeOf(`zoo/${path}`))[0], 200);
  }
  for (const path of ["version/app/reshade", "version/app/launcher/resources"]) {
    assertEquals(await codeOf(`zoo/${path}`), [404, "not_found"]);
  }
});

Deno.test("GET /api/v5/{app_name}/… has a changed document, and the last one if the change is invalid", async () => {
  await using app = await startApp();
  const { data } = app.services.launcher;
  await write(app.dataFolder, JSON.stringify(DOCUMENT));
  await app.services.launcher.check();
  assert(app.services.launcher.data !== data);
  await write(app.dataFolder, '{"news": 5}');
  await app.services.launcher.check();
  const response = await app.fetch("/api/v5/app/version/app/launcher");
  assertEquals((await response.json()).launcher.version, "1.0.0");
});

Deno.test("the documents call the application by its name, and FEATURES without launcher hides v5", async () => {
  await using named = await startApp({ APP_NAME: "zoo" });
  const list = await (await named.fetch("/llms.txt")).text();
  assert(list.includes("/api/v5/zoo/launcher/news") && !list.includes("/api/v5/app/"));
  await using without = await startApp({ FEATURES: "lists,logs" });
  assertEquals((await (await without.fetch("/api/v5/app/launcher/news")).json()).code, "not_found");
  assert(!(await (await without.fetch("/llms.txt")).text()).includes("/launcher/"));
});

function toRelease(version: string, downloads: number) {
  const url = `https://downloads.example.com/${version}.exe`;
  return { version, releaseDate: "2026-01-01", size: 5, url, notes: "", downloads };
}

async function write(folder: string, text: string): Promise<void> {
  await Deno.writeTextFile(join(folder, "launcher.json"), text);
}
