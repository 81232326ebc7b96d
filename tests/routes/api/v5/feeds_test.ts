import { assert, assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { holdTimeouts } from "@/tests/lib/async/recorded_delays.ts";
import { TAURI_SIGNATURE } from "@/tests/lib/launcher/feeds/fixtures.ts";
import { makeGithubRelease, startGithub } from "@/tests/lib/launcher/github/double.ts";

const call = await startApp({ RATE_LIMIT: "off" });
const FEEDS = "/api/v5/app/launcher/feeds";

Deno.test("GET …/feeds/tauri/… returns 204 without a body if there is nothing newer", async () => {
  for (const path of ["windows/x86_64/7.7.0", "darwin/aarch64/v7.7.0", "linux/x86_64/99.0.0", "linux/armv7/1.0.0"]) {
    const response = await call(`${FEEDS}/tauri/${path}`);
    assertEquals([response.status, await response.text(), response.headers.get("content-type")], [204, "", null], path);
    assert(response.headers.get("cache-control")?.startsWith("public, max-age=60"));
    // RFC 9110 forbids a length.
    const head = await call(`${FEEDS}/tauri/${path}`, { method: "HEAD" });
    assertEquals([head.status, head.headers.get("content-length")], [204, null]);
  }
});

Deno.test("GET …/feeds/tauri/… offers a beta on the beta channel, and to a version with build metadata", async () => {
  const body = await (await call(`${FEEDS}/tauri/darwin/x86_64/7.7.0+5?channel=beta`)).json();
  assertEquals(body.version, "8.0.0-beta.2");
});

Deno.test("GET …/feeds/tauri/… rejects an unknown target, architecture and version", async () => {
  const ask = async (path: string) => {
    const { status, code, details } = await (await call(`${FEEDS}/tauri/${path}`)).json();
    return [status, code, details.value, details.suggestion];
  };
  assertEquals(await ask("macos/x86_64/1.0.0"), [404, "unknown_type", "macos", "darwin"]);
  assertEquals(await ask("darwin/arm64/1.0.0"), [404, "unknown_type", "arm64", "aarch64"]);
  assertEquals(await ask("darwin/aarch64/latest"), [400, "invalid_parameter", "latest", undefined]);
  assertEquals(await ask("darwin/aarch64/%7B%7Bcurrent_version%7D%7D"), [
    400,
    "invalid_parameter",
    "{{current_version}}",
    undefined,
  ]);
});

Deno.test("GET …/feeds/latest.yml returns the same text and tag whatever an updater adds to the query", async () => {
  const tags = new Set<string | null>();
  for (const query of ["", "?noCache=1", "?noCache=2", "?channel=stable"]) {
    const response = await call(`${FEEDS}/latest.yml${query}`);
    tags.add(response.headers.get("etag"));
    await response.body?.cancel();
  }
  assertEquals(tags.size, 1);
  const data = await call.services.launcher.load("app");
  assertEquals([...data.responses.keys()].filter((key) => key.startsWith("latest.yml stable")).length, 1);
});

Deno.test("GET …/feeds/beta.yml returns the newest beta, and with channel=stable the newest stable release", async () => {
  const version = async (path: string) => /version: "(.*)"/.exec(await (await call(`${FEEDS}/${path}`)).text())?.[1];
  assertEquals([await version("beta.yml"), await version("beta.yml?channel=stable")], ["8.0.0-beta.2", "7.7.0"]);
  assertEquals([await version("latest.yml"), await version("latest.yml?channel=beta")], ["7.7.0", "8.0.0-beta.2"]);
});

Deno.test("GET …/feeds/appcast.xml names the application and the service", async () => {
  const named = await startApp({ APP_NAME: "stella-mod", BASE_URL: "https://stella.example" });
  const text = await (await named("/api/v5/stella-mod/launcher/feeds/appcast.xml")).text();
  assert(text.includes("<title>stella-mod</title>\n    <link>https://stella.example</link>"), text.slice(0, 400));
});

Deno.test("GET …/feeds/… serves Tauri and Electron from the files of a GitHub release, as their tools upload them", async () => {
  await using github = startGithub([]);
  const name = "App_1.2.0_x64-setup.exe";
  const signature = { name: `${name}.sig`, "browser_download_url": `${github.baseUrl}/download/${name}.sig` };
  github.downloads.set(`/download/${name}.sig`, TAURI_SIGNATURE);
  github.releases.push(
    makeGithubRelease("app-v1.2.0", { assets: [name, signature, "latest.json", `${name}.blockmap`] }),
  );
  const folder = await Deno.makeTempDir();
  // How long the start waits for GitHub, and how long GitHub may take.
  using _wait = holdTimeouts(1000);
  using _limit = holdTimeouts(20_000);
  await using app = await startApp({ LAUNCHER_GITHUB: "o/r", GITHUB_API_URL: github.baseUrl, STATE_DIR: folder });
  const update = await (await app(`${FEEDS}/tauri/windows/x86_64/1.1.0`)).json();
  assertEquals([update.version, update.url.split("/").at(-1), update.signature], ["1.2.0", name, TAURI_SIGNATURE]);
  assert((await (await app(`${FEEDS}/latest.yml`)).text()).includes(`sha2: "${"ab".repeat(32)}"`));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("GET …/feeds lists feeds that all respond", async () => {
  const { feeds } = await (await call(FEEDS)).json();
  for (const path of feeds.flatMap(({ paths }: { paths: string[] }) => paths)) {
    const filled = path.replace("{target}", "windows").replace("{arch}", "x86_64").replace(
      "{current_version}",
      "7.0.0",
    );
    const response = await call(filled);
    await response.body?.cancel();
    assertEquals(response.status, 200, path);
  }
});
