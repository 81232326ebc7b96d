import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { startApp } from "@/tests/app.ts";

const REPOSITORY_URL = "https://code.example/pawkit";

const call = await startApp({ CONTACT: "mailto:vet@paw.example", REPOSITORY_URL });

const PAGES = ["/docs", ...Object.keys(DOCUMENTS).map((page) => `/docs/${page}`)];

/** Returns the HTML of each page, by its path. */
async function loadPages(): Promise<Map<string, string>> {
  return new Map(await Promise.all(PAGES.map(async (path) => [path, await (await call(path)).text()] as const)));
}

Deno.test("GET /docs and every page of the list show their document, with the policy of every page", async () => {
  const { headers } = await call("/");
  for (const path of PAGES) {
    const response = await call(path);
    const html = await response.text();
    assertEquals([path, response.status], [path, 200]);
    const [, page = "README"] = path.slice(1).split("/");
    const [, title] = /^# (.+)/.exec(await Deno.readTextFile(`docs/${page}.md`)) ?? [];
    assertStringIncludes(html, `<h1>${title}</h1>`);
    assertEquals(response.headers.get("content-security-policy"), headers.get("content-security-policy"));
    assertEquals([...html.matchAll(/<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)/g)], [], path);
  }
});

Deno.test("every page of the documentation has a description of one sentence for link previews", async () => {
  for (const [path, html] of await loadPages()) {
    const [, description = ""] = /<meta property="og:description" content="([^"]*)"/.exec(html) ?? [];
    assertMatch(description, /^[A-Z].{15,}[.!?]$/, path);
  }
});

Deno.test("GET /docs/{page} suggests the page that was probably meant", async () => {
  const response = await call("/docs/filtres", { headers: { accept: "text/html" } });
  assertEquals(response.status, 404);
  assertStringIncludes(await response.text(), 'Did you mean <a href="/docs/filters"><bdi>/docs/filters</bdi></a>?');
  assertEquals((await (await call("/docs/filtres")).json()).details, { suggestion: "/docs/filters" });
});

Deno.test("GET /docs/{page} returns 404 for every other file", async () => {
  for (const path of ["/docs/README", "/docs/decisions", "/docs/animals.md", "/docs/x/y", "/docs/constructor"]) {
    const missing = await call(path, { headers: { accept: "application/json" } });
    assertEquals([path, missing.status, (await missing.json()).code], [path, 404, "not_found"]);
  }
});

Deno.test("links and pictures of the documentation lead to pages, headings and files that exist", async () => {
  const pages = await loadPages();
  const broken: string[] = [];
  for (const [path, html] of pages) {
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    assertEquals(ids.size, [...html.matchAll(/\sid="([^"]+)"/g)].length, `an id is used twice on ${path}`);
    for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [page = "", anchor] = href.split(/#(?!$)/);
      const target = page === "" ? html : pages.get(page);
      const isMissing = target === undefined ? page.startsWith("/docs") : anchor && !target.includes(`id="${anchor}"`);
      if (isMissing) broken.push(`${path}: ${href}`);
    }
    for (const [, src = ""] of html.matchAll(/<img src="(\/pictures\/[^"]+)"/g)) {
      const { status, body } = await call(src);
      await body?.cancel();
      if (status !== 200) broken.push(`${path}: ${src}`);
    }
  }
  assertEquals(broken, []);
});

Deno.test("a link to another file leads to REPOSITORY_URL, or is plain text without it", async () => {
  const path = "/docs/self-hosting";
  assertStringIncludes(await (await call(path)).text(), `href="${REPOSITORY_URL}/blob/HEAD/compose.yaml"`);
  await using plain = await startApp();
  const html = await (await plain(path)).text();
  assert(html.includes("<code>compose.yaml</code>") && !html.includes('compose.yaml"'), "compose.yaml is a link");
});

Deno.test("commands for callers show the host of the page, and those for operators their own machine", async () => {
  const load = async (path: string) => await (await call.handle(new Request(`http://paw.example:81${path}`))).text();
  const animals = await load("/docs/animals");
  assertStringIncludes(animals, "http://paw.example:81/cat/Ada");
  assertEquals(animals.includes("localhost"), false);
  assertStringIncludes(await load("/docs/self-hosting"), "http://localhost:8000");
});

Deno.test("a page with the host of its caller is private, and public with BASE_URL", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  const cacheOf = async (app: typeof call) => {
    const { headers, body } = await app("/docs/animals");
    await body?.cancel();
    return headers.get("cache-control") ?? "";
  };
  assertMatch(await cacheOf(call), /^private, /);
  assertMatch(await cacheOf(withBase), /^public, /);
});

Deno.test("GET /docs/service explains every error code, has the policy of /api and links to the contact", async () => {
  const html = await (await call("/docs/service")).text();
  for (const code of Object.keys(ERROR_CODES)) assert(html.includes(`id="error-${code}"`), code);
  const { policy } = await (await call("/api")).json();
  for (const rule of policy) assert(html.includes(rule), rule);
  assert(html.includes('href="mailto:vet@paw.example"'));
  for (const id of ["errors", "limits", "policy", "privacy", "versions"]) assert(html.includes(`id="${id}"`), id);
});

Deno.test("GET /docs/lists states the entries and the date of the list, and changes with it", async () => {
  const directory = await Deno.makeTempDir();
  await using app = await startApp({ GENERATED_DIR: directory });
  const find = async () =>
    / adblock\.txt has (.*?)\./.exec((await (await app("/docs/lists")).text()).replaceAll(/<[^>]+>/g, ""))?.[1];
  assertEquals(await find(), undefined);
  await Deno.copyFile("static/generated/manifest.json", `${directory}/manifest.json`);
  await Deno.utime(`${directory}/manifest.json`, 0, Date.UTC(2026, 0, 2) / 1000);
  const { files } = JSON.parse(await Deno.readTextFile(`${directory}/manifest.json`));
  const { entries } = files.find(({ path }: { path: string }) => path === "all/adblock.txt");
  assertEquals(await find(), `${entries} entries; this copy is of 2026-01-02`);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /docs/lists names the other lists that this service has", async () => {
  const directory = await Deno.makeTempDir();
  const manifest = JSON.parse(await Deno.readTextFile("static/generated/manifest.json"));
  const load = async (lists: string[]) => {
    const files = lists.map((list) => ({ ...manifest.files[0], list, path: `${list}/adblock.txt` }));
    await Deno.writeTextFile(`${directory}/manifest.json`, JSON.stringify({ ...manifest, files }));
    await using app = await startApp({ GENERATED_DIR: directory });
    return (await (await app("/docs/lists")).text()).replaceAll(/<[^>]+>/g, "");
  };
  assertStringIncludes(await load(["all", "malware", "malware", "ads"]), "Instead of all, use malware or ads for one");
  assertEquals((await load(["all"])).includes("Instead of all"), false);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /docs/statuses shows the picture of every status", async () => {
  const html = await (await call("/docs/statuses")).text();
  const pictures = [...html.matchAll(/<img src="\/(\d+)\.svg" alt="[^"]* holds a sign: (\d+) [^"]+"/g)];
  assert(pictures.length > 50);
  assert(pictures.every(([, status, named]) => status === named));
  assertStringIncludes(html, "203 Non-Authoritative Information");
});

Deno.test("/llms.txt names every page of the documentation", async () => {
  const text = await (await call("/llms.txt")).text();
  for (const page of Object.keys(DOCUMENTS)) assertStringIncludes(text, `(/docs/${page})`);
});
