import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";

/** Asserts that a page contains a string, without printing all of the page if it does not. */
function assertShows(html: string, text: string): void {
  assert(html.includes(text), `the page lacks ${text}`);
}

const call = await startApp({ CONTACT: "mailto:vet@paw.example" });

Deno.test("GET / has every endpoint with its path and summary, linked to its card, but not the operator area", async () => {
  await using withToken = await startApp({ OPERATOR_TOKEN: "a-token-of-the-operator" });
  const html = await (await withToken("/")).text();
  for (const { id, path, group } of ENDPOINTS) {
    const isPublic = group !== "operator";
    assertEquals(html.includes(`id="${id}"`), isPublic, id);
    assertEquals(html.includes(`href="/docs/${group}#${id}"`), isPublic, id);
    if (isPublic) assertShows(html, `<code>${path.replace("{app_name}", "app")}</code>`);
  }
  assert(!/\/operator|\/metrics|type="password"/.test(html));
});

Deno.test("GET / has an anchor for every section that it had in version 3", async () => {
  const html = await (await call("/")).text();
  const groups = ["animals", "filters", "text", "lists", "launcher", "service"];
  const moved = ["errors", "limits", "policy", "privacy", "versioning", "lookup"];
  for (const id of [...groups, ...moved, "questions", "playground", "meet"]) assertShows(html, `id="${id}"`);
});

Deno.test("GET / is small: at most 900 elements, those in templates included", async () => {
  const html = await (await call("/")).text();
  const elements = html.match(/<[a-z][\w-]*(?=[\s/>])/g)?.length ?? 0;
  assert(elements > 300 && elements <= 900, `${elements} elements`);
});

Deno.test("GET / has a field of the playground for every parameter of filters", async () => {
  const html = await (await call("/")).text();
  const playground = html.slice(html.indexOf('id="playground"'));
  for (const name of Object.keys(REQUEST_PARAMETERS)) assertShows(playground, `name="${name}"`);
});

Deno.test("GET / filters the picture of a name, or the first one of the operator", async () => {
  const find = async (app: typeof call) => /name="image" value="([^"]+)"/.exec(await (await app("/")).text())?.[1];
  const { call: started, directory } = await startWithPictures();
  await using withPictures = started;
  assertEquals(await find(call), "/cat/Ada.png");
  assertMatch(await find(withPictures) ?? "", /^\/images\/animals\/cat\/\w+\.png$/);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET / does not load the pictures of filters, which the script adds when they come near", async () => {
  assert(!(await (await call("/")).text()).includes("/pictures/"));
});

Deno.test("GET / has a target for every anchor link, and unique ids", async () => {
  const html = await (await call("/")).text();
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  assertEquals(ids.size, [...html.matchAll(/\sid="([^"]+)"/g)].length, "an id is used twice");
  // A script opens the search.
  const targets = [...html.matchAll(/href="\/?#([^"?]+)[^"]*"/g)].filter(([, target]) => target !== "search");
  for (const [, target] of targets) assert(ids.has(target), `no #${target}`);
});

Deno.test("GET / has no inline code and loads nothing from other origins", async () => {
  const response = await call("/");
  const html = await response.text();
  assertEquals([...html.matchAll(/<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)/g)], []);
  assertEquals([...html.matchAll(/<(?:script|img|link)[^>]*(?:src|href)="(?!\/|data:image\/svg)[^"]*"/g)], []);
  assertStringIncludes(response.headers.get("content-security-policy") ?? "", "default-src 'none'");
});

Deno.test("GET / and everything that it loads immediately stay under 32 KB without headers", async () => {
  const sizes = new Map<string, number>();
  const add = async (path: string) => {
    if (sizes.has(path)) return;
    const response = await call(path, { headers: { "accept-encoding": "gzip, br" } });
    sizes.set(path, (await response.bytes()).length);
    if (!path.includes(".js")) return;
    const code = await (await call(path)).text();
    for (const [, module] of code.matchAll(/^(?:import .*|\}) from "\.(\/\w+\.js)";$/gm)) await add(module!);
  };
  await add("/");
  // A browser that shows the SVG icon loads no other; the manifest is for those who install the page.
  const html = (await (await call("/")).text())
    .replaceAll(/<noscript>.*?<\/noscript>|<link[^>]*(?:\.ico|touch-icon|webmanifest)"[^>]*>/gs, "");
  const parts = html.matchAll(/<(?:script|link|img)(?![^>]*loading="lazy")[^>]*\s(?:src|href)="([^"]+)"/g);
  for (const [, path] of parts) if (!path!.startsWith("data:")) await add(path!);
  const bytes = sizes.values().reduce((sum, size) => sum + size, 0);
  const excess = bytes - 32 * 1024;
  const list = [...sizes].toSorted(([, one], [, other]) => other - one).map(([path, size]) => `${path} ${size}`);
  assert(sizes.size > 8 && excess <= 0, `${excess} bytes too many, shorten what is loaded: ${list.join(", ")}`);
});

Deno.test("GET / preloads exactly the modules that its script imports", async () => {
  const html = await (await call("/")).text();
  const imported = new Set<string>();
  const add = async (path: string) => {
    const code = await (await call(path)).text();
    for (const [, module] of code.matchAll(/^(?:import .*|\}) from "\.(\/\w+\.js)";$/gm)) {
      if (imported.has(module!)) continue;
      imported.add(module!);
      await add(module!);
    }
  };
  await add("/app.js");
  const preloaded = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
  assertEquals(preloaded.toSorted(), [...imported].toSorted());
});

Deno.test("GET / loads its style and its script from addresses for a year, and modules that are asked about again", async () => {
  const html = await (await call("/")).text();
  // Links lead to other scripts, too.
  const loaded = html.matchAll(/<(?:link|script)[^>]*\s(?:href|src)="(\/[\w.]+\.(?:css|js)(?:\?[^"]*)?)"/g);
  const paths = [...loaded].map(([, path]) => path!);
  const [year, modules] = ["public, max-age=31536000, immutable", "public, max-age=0, s-maxage=60"];
  for (const path of paths) {
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.headers.get("cache-control"), path.includes("?") ? year : modules, path);
  }
  assertEquals(paths.filter((path) => path.includes("?")).map((path) => path.split("?")[0]), [
    "/style.css",
    "/no_script.css",
    "/home.css",
    "/app.js",
    "/site.js",
  ]);
});

Deno.test("GET / names the module that draws animals, unless the operator has pictures of any kind", async () => {
  const find = async (app: typeof call) => /data-module="([^"]+)"/.exec(await (await app("/")).text())?.[1];
  const path = await find(call);
  assertMatch(path ?? "", /^\/animals\.js\?__frsh_c=\w+$/);
  const module = await call(path!);
  assertEquals(await module.text(), await Deno.readTextFile("static/animals.js"));
  const { call: started, directory } = await startWithPictures();
  await using withPictures = started;
  assertEquals(await find(withPictures), undefined);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET / and the guides have the preview image of the host, or of BASE_URL", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  const preview = /property="og:(?:image|url)" content="([^"]+)"/g;
  const find = async (response: Response) => [...(await response.text()).matchAll(preview)].map(([, url]) => url);
  assertEquals(await find(await withBase("/")), ["https://paw.test/", "https://paw.test/og.png"]);
  const guide = await call.handle(new Request("http://paw.example/docs/filters"));
  assertEquals(await find(guide), ["http://paw.example/docs/filters", "http://paw.example/og.png"]);
  const response = await withBase("/og.png");
  assertEquals(response.headers.get("content-type"), "image/png");
  await response.body?.cancel();
});

Deno.test("GET / shows the host of its caller, also without scripts, or BASE_URL", async () => {
  await using fresh = await startApp();
  for (
    const origin of ["http://first.example", "http://second.example:8000", "http://[::1]", "http://localhost:8000"]
  ) {
    const response = await fresh.handle(new Request(`${origin}/`));
    assertMatch(response.headers.get("cache-control") ?? "", /^private, /);
    const html = await response.text();
    assertShows(html, `curl ${origin}/cat/Ada<`);
    assertEquals(new Set(html.match(/http:\/\/(localhost|first|second)[^/<&"]*/g) ?? [origin]), new Set([origin]));
  }
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  const html = await (await withBase("/")).text();
  assertShows(html, "curl https://paw.test/cat/Ada<");
  assertEquals(html.includes("localhost"), false);
});

Deno.test("GET /openapi.json and /llms.txt are the same for every host, so shared caches may store them", async () => {
  await using fresh = await startApp();
  for (const path of ["/openapi.json", "/llms.txt"]) {
    const versions = new Set<string>();
    for (const origin of ["http://first.example", "http://second.example:8000", "http://[::1]"]) {
      const response = await fresh.handle(new Request(origin + path));
      assertMatch(response.headers.get("cache-control") ?? "", /^public, /);
      versions.add(`${response.headers.get("etag")} ${await response.text()}`);
    }
    assertEquals(versions.size, 1, path);
  }
});

Deno.test("the documents name the address of the service in every command, or say what means it", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  for (const path of ["/llms.txt", "/openapi.json"]) {
    const based = await (await withBase(path)).text();
    assertStringIncludes(based, "curl https://paw.test/cat/Ada");
    assert(!based.includes("localhost"), path);
  }
  const plain = await (await call("/openapi.json")).text();
  assertStringIncludes(plain, "curl http://localhost:8000/cat/Ada");
  assertStringIncludes(plain, "`http://localhost:8000` means the address of this service.");
});

Deno.test("GET / escapes every text once", async () => {
  const html = await (await call("/")).text();
  assertEquals(html.match(/&amp;(?:amp|quot|lt|gt);/g), null);
  assertShows(html, "&lt;img src=&quot;");
});

Deno.test("GET /api names the host of the request", async () => {
  for (const origin of ["http://first.example", "http://second.example:8000", "http://[::1]"]) {
    const response = await call.handle(new Request(`${origin}/api`));
    assertEquals((await response.json()).documentation, `${origin}/`);
    assertMatch(response.headers.get("cache-control") ?? "", /^private, /);
  }
});

Deno.test("GET /.well-known/security.txt has the contact and the day it expires", async () => {
  const now = new Date();
  const text = await (await call("/.well-known/security.txt")).text();
  const fields = new Map(text.trim().split("\n").map((line) => line.split(/: (.*)/, 2) as [string, string]));
  assertEquals(fields.get("Contact"), "mailto:vet@paw.example");
  assertMatch(fields.get("Expires")!, /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
  assert(new Date(fields.get("Expires")!) > now, `has expired: ${fields.get("Expires")}`);
});

Deno.test("GET /robots.txt disallows only /api/, whose responses change with every request", async () => {
  const text = await (await call("/robots.txt")).text();
  assertEquals(text.match(/^Disallow: .*$/gm), ["Disallow: /api/"]);
});

Deno.test("GET / names the site, and has an icon for each kind of browser and a manifest whose icons exist", async () => {
  const html = await (await call("/")).text();
  assertShows(html, '<meta property="og:site_name" content="Pawkit"');
  const manifest = await (await call("/manifest.webmanifest")).json();
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  for (const path of ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/manifest.webmanifest", ...icons]) {
    assert(path === icons[0] || path === icons[1] || html.includes(`href="${path}"`), path);
    const { status, body } = await call(path);
    await body?.cancel();
    assertEquals([path, status], [path, 200]);
  }
});

Deno.test("GET / has a space between neighbouring links, for browsers without style sheets", async () => {
  for (const path of ["/", "/cat/Ada", "/nowhere"]) {
    const html = await (await call(path)).text();
    assertEquals(html.match(/<\/a><a [^>]*>[^<]*/g), null, path);
  }
});

Deno.test("GET / has no link to a contact if there is none", async () => {
  await using app = await startApp();
  assertEquals((await (await app("/")).text()).includes(">Contact<"), false);
});

Deno.test("GET / uses no colour function and no selector that browsers of 2022 lack", async () => {
  for (const path of ["/style.css", "/home.css", "/docs.css", "/operator.css", "/animal.css", "/group.css"]) {
    const style = (await (await call(path)).text()).replaceAll(/\/\*.*?\*\//gs, "");
    assertEquals(style.match(/light-dark\(|color-mix\(/g), null, path);
    // A browser that does not know a selector ignores all others in its list.
    for (const [, selectors = ""] of style.matchAll(/(?:^|\})\s*([^{}@;]*:(?:has|user-invalid)[^{}]*)\{/g)) {
      assertEquals(selectors.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "").includes(","), false, selectors);
    }
  }
});

Deno.test("GET / and the documents cost one point each, /healthz none", async () => {
  const limited = await startApp({ RATE_LIMIT: "1000" });
  for (const path of ["/", "/openapi.json", "/llms.txt", "/healthz"]) await (await limited(path)).body?.cancel();
  const { headers, body } = await limited("/api");
  await body?.cancel();
  assertMatch(headers.get("ratelimit") ?? "", /r=996;/);
});

Deno.test("GET / credits the author of a photograph below it and at its tile", async () => {
  const directory = await Deno.makeTempDir();
  const links = { licenseUrl: "https://x.example/by", source: "https://x.example/1" };
  const pictures = { "a.png": { author: "A <b>", license: "CC BY 4.0", title: "Mia", ...links } };
  for (const folder of ["cat", "dog"].map((kind) => `${directory}/animals/${kind}`)) {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeFile(`${folder}/a.png`, await toPng(paint(4, 4, () => [200, 200, 200, 255])));
    await Deno.writeTextFile(`${folder}/credits.json`, JSON.stringify({ pictures }));
  }
  await using own = await startApp({ CONTENT_DIR: directory });
  const html = await (await own("/")).text();
  const credit = '<a href="https://x.example/1">A &lt;b></a>, <a href="https://x.example/by">CC BY 4.0</a>';
  assertShows(html, `<small class="credit">${credit}</small>`);
  assertShows(html, 'title="A &lt;b>, CC BY 4.0"');
  await Deno.remove(directory, { recursive: true });
});

Deno.test("every page has the same footer, with the source and the contact", async () => {
  const env = {
    CONTACT: "mailto:vet@paw.example",
    REPOSITORY_URL: "https://code.example/paw",
    OPERATOR_TOKEN: "x".repeat(16),
  };
  await using app = await startApp(env);
  const paths = ["/", "/docs", "/cat/Ada", "/cat/Ada,Grace", "/cat/Ada?size=1", "/none", "/operator"];
  const footers = await Promise.all(paths.map(async (path) => {
    const response = await app(path, { headers: { accept: "text/html" } });
    return /<footer.*<\/footer>/s.exec(await response.text())?.[0];
  }));
  assertMatch(footers[0]!, /href="https:\/\/code\.example\/paw".*href="mailto:vet@paw\.example"/);
  assertEquals(new Set(footers).size, 1);
});
