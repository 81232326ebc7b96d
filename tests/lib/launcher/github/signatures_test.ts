import { assert, assertEquals } from "@std/assert";
import { type GithubDouble, makeGithubRelease, startGithub } from "./double.ts";
import { makeSource, makeStore } from "./fixtures.ts";
import { TAURI_SIGNATURE } from "../feeds/fixtures.ts";

Deno.test("GithubReleases reads the signatures that Tauri's tools upload beside the files", async () => {
  await using github = startGithub([]);
  addRelease(github, "v1.0.0", { signature: `${TAURI_SIGNATURE}\n` });
  const { source, published } = makeSource(github, { token: "secret" });
  await source.refresh();
  assertEquals(published.map(({ launcher }) => launcher[0]?.files[0]?.signature), [null, TAURI_SIGNATURE]);
  assertEquals(github.requests.at(-1)?.headers.get("authorization"), null);
});

Deno.test("GithubReleases reads the signatures of a private repository, and sends its token to the API alone", async () => {
  await using github = startGithub([]);
  await using storage = startGithub([]);
  const url = `${github.baseUrl}/repos/o/r/releases/assets/7`;
  // The public address of the file responds with 404.
  addRelease(github, "v1.0.0", { url });
  // A repository that was renamed redirects to itself first.
  github.assets.set("/repos/o/r/releases/assets/7", `${github.baseUrl}/repositories/1/releases/assets/7`);
  github.assets.set("/repositories/1/releases/assets/7", `${storage.baseUrl}/download/signed`);
  storage.downloads.set("/download/signed", TAURI_SIGNATURE);
  const { source, published, warnings } = makeSource(github, { token: "secret" });
  await source.refresh();
  assertEquals([published.at(-1)?.launcher[0]?.files[0]?.signature, warnings], [TAURI_SIGNATURE, []]);
  assertEquals(storage.requests.map(({ headers }) => headers.get("authorization")), [null]);
});

Deno.test("GithubReleases requests saved pages again whose files have no address in the API, if there is a token", async () => {
  await using github = startGithub([]);
  addRelease(github, "v1.0.0", { signature: TAURI_SIGNATURE });
  const url = `${github.baseUrl}/repos/o/r/releases/assets/7`;
  for (const asset of github.releases[0]!.assets) asset.url = url;
  const store = makeStore();
  await makeSource(github, { store }).source.refresh();
  // As 3.0 saved them.
  const saved = store.text!.replaceAll(`"url":"${url}",`, "");
  for (const [token, status] of [[undefined, 304], ["secret", 200]] as const) {
    store.text = saved;
    github.requests.length = 0;
    const { source } = makeSource(github, { store, ...(token !== undefined && { token }) });
    await source.refresh();
    await source.refresh();
    assertEquals(github.statuses.slice(0, 2), [status, 304]);
  }
});

Deno.test("GithubReleases reads signatures from their public address if there is no token, or the API is elsewhere", async () => {
  await using github = startGithub([]);
  await using other = startGithub([]);
  const path = "/repos/o/r/releases/assets/7";
  for (const { baseUrl } of [github, other]) {
    github.releases = [];
    addRelease(github, "v1.0.0", { url: baseUrl + path, signature: TAURI_SIGNATURE });
    const { source, published } = makeSource(github, baseUrl === github.baseUrl ? {} : { token: "secret" });
    await source.refresh();
    assertEquals(published.at(-1)?.launcher[0]?.files[0]?.signature, TAURI_SIGNATURE);
    assertEquals(github.requests.at(-1)?.headers.get("authorization"), null);
  }
  assertEquals(other.requests, []);
});

Deno.test("GithubReleases reads a signature once, also across a restart, and again when it is replaced", async () => {
  await using github = startGithub([]);
  addRelease(github, "v1.0.0", { signature: TAURI_SIGNATURE });
  const store = makeStore();
  const { source } = makeSource(github, { store });
  await source.refresh();
  await source.refresh();
  const restarted = makeSource(github, { store });
  restarted.clock.now += 3_600_000;
  await restarted.source.open();
  await restarted.source.lastRefresh;
  assertEquals(readSignatures(github), 1);
  github.releases = [];
  addRelease(github, "v1.0.0", {
    signature: btoa("untrusted comment: another"),
    updated: "2027-01-01T00:00:00Z",
  });
  await restarted.source.refresh();
  assertEquals(readSignatures(github), 2);
  const { launcher } = restarted.published.at(-1)!;
  assertEquals(launcher[0]?.files[0]?.signature, btoa("untrusted comment: another"));
});

Deno.test("GithubReleases reads the signatures of the newest releases of each channel alone", async () => {
  await using github = startGithub([]);
  for (let i = 0; i < 20; i++) addRelease(github, `v1.${i}.0`, { signature: TAURI_SIGNATURE });
  for (let i = 0; i < 5; i++) addRelease(github, `v2.0.0-beta.${i}`, { signature: TAURI_SIGNATURE });
  addRelease(github, "reshade-v9.0.0", { signature: TAURI_SIGNATURE });
  const { source } = makeSource(github);
  await source.refresh();
  assertEquals(readSignatures(github), 6);
});

Deno.test("GithubReleases publishes releases whose signatures are missing, binary or too long, and reports them once", async () => {
  await using github = startGithub([]);
  addRelease(github, "v1.0.0", { signature: "\x89\0binary" });
  addRelease(github, "v1.1.0", { signature: "A".repeat(5000) });
  addRelease(github, "v1.2.0");
  const { source, published, warnings } = makeSource(github);
  await source.refresh();
  await source.refresh();
  assertEquals(published.at(-1)?.launcher.map(({ files }) => files[0]?.signature), [null, null, null]);
  assertEquals(warnings.length, 2);
  assert(warnings.some((each) => /signature .*v1\.2\.0.*must respond with 200, got 404/.test(each)), warnings.join());
  assertEquals(published.at(-1)?.isStale, false);
});

interface Companion {
  readonly signature?: string;
  readonly updated?: string;
  /** The address of the file in the API. */
  readonly url?: string;
}

function addRelease(github: GithubDouble, tag: string, { signature, updated, url }: Companion = {}): void {
  const path = `/download/${tag}/launcher.exe.sig`;
  if (signature !== undefined) github.downloads.set(path, signature);
  const companion = {
    name: "launcher.exe.sig",
    size: 400,
    "updated_at": updated ?? "2026-01-01T00:00:00Z",
    "browser_download_url": github.baseUrl + path,
    ...(url !== undefined && { url }),
  };
  github.releases.push(makeGithubRelease(tag, { assets: ["launcher.exe", companion] }));
}

function readSignatures(github: GithubDouble): number {
  return github.requests.filter(({ url }) => url.endsWith(".sig")).length;
}
