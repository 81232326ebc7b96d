import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { startApp } from "@/tests/app.ts";

const call = await startApp({ CONTACT: "mailto:vet@paw.example" });

/** The most that the page and what it loads at once may weigh on the wire. */
const MAX_PAGE_BYTES = 60 * 1024;

Deno.test("GET / shows every endpoint with its deep link, its path and a command", async () => {
  const html = await (await call("/")).text();
  for (const { id, example } of ENDPOINTS) {
    assertStringIncludes(html, `id="${id}"`);
    assertStringIncludes(html, `http://paw.example${example}`.replaceAll("&", "&amp;"));
  }
});

Deno.test("GET / explains every error code and tells the policy and whom to write to", async () => {
  const html = await (await call("/")).text();
  for (const code of Object.keys(STATUS_BY_CODE)) assertStringIncludes(html, `id="error-${code}"`);
  assertStringIncludes(html, "inform the operator beforehand");
  assertStringIncludes(html, "immediate ban");
  assertStringIncludes(html, 'href="mailto:vet@paw.example"');
});

Deno.test("GET / links to nothing that is not there: every deep link has its target", async () => {
  const html = await (await call("/")).text();
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  assertEquals(ids.size, [...html.matchAll(/\sid="([^"]+)"/g)].length, "an id is there twice");
  for (const [, target] of html.matchAll(/href="\/?#([^"]+)"/g)) assert(ids.has(target), `no #${target}`);
});

Deno.test("GET / runs nothing inline and loads nothing from elsewhere", async () => {
  const response = await call("/");
  const html = await response.text();
  assertEquals([...html.matchAll(/<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)/g)], []);
  assertEquals([...html.matchAll(/<(?:script|img|link)[^>]*(?:src|href)="(?!\/)[^"]*"/g)], []);
  assertStringIncludes(response.headers.get("content-security-policy") ?? "", "default-src 'none'");
});

Deno.test("GET / is made once for each address, and its tag answers 304", async () => {
  const first = await call("/");
  const tag = first.headers.get("etag")!;
  await first.body?.cancel();
  const second = await call("/", { headers: { "if-none-match": tag } });
  assertEquals([second.status, second.headers.get("etag"), second.body], [304, tag, null]);
});

Deno.test("GET / and what it loads at once stay under 60 KB on the wire", async () => {
  const page = await call("/", { headers: { "accept-encoding": "gzip" } });
  let bytes = (await page.bytes()).length;
  const html = await (await call("/")).text();
  const parts = [...html.matchAll(/<(?:script|link|img)(?![^>]*loading="lazy")[^>]*\s(?:src|href)="([^"]+)"/g)];
  for (const part of new Set(parts.map(([, path]) => path!))) bytes += (await (await call(part)).bytes()).length;
  assert(parts.length >= 3 && bytes < MAX_PAGE_BYTES, `${bytes} bytes`);
});

Deno.test("the script of the page is under 12 KB", async () => {
  assert((await (await call("/app.js")).bytes()).length < 12 * 1024);
});

Deno.test("GET / names a picture of its own for previews elsewhere, by its whole address", async () => {
  const html = await (await call("/")).text();
  const [, address = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const { origin, pathname } = new URL(address);
  const response = await call(pathname);
  assertEquals([origin, response.headers.get("content-type")], ["http://paw.example", "image/png"]);
  await response.body?.cancel();
});

Deno.test("GET of what is not there answers a page with a way back", async () => {
  const response = await call("/nowhere");
  const html = await response.text();
  assertEquals(response.status, 404);
  assertStringIncludes(html, "<title>Page not found: Pawkit</title>");
  assertStringIncludes(html, 'href="/"');
});

Deno.test("GET /.well-known/security.txt names the contact and a date within a year", async () => {
  const text = await (await call("/.well-known/security.txt")).text();
  const fields = new Map(text.trim().split("\n").map((line) => line.split(/: (.*)/, 2) as [string, string]));
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
  assertEquals(fields.get("Contact"), "mailto:vet@paw.example");
  assert(days > 100 && days < 365, `${days} days`);
});

Deno.test("GET /robots.txt keeps indexes away from what differs each time", async () => {
  assertStringIncludes(await (await call("/robots.txt")).text(), "Disallow: /api/");
});

Deno.test("GET / lets nobody have pages made for made-up hosts without end", async () => {
  const limited = await startApp({ RATE_LIMIT: "50", TRUST_PROXY: "1" });
  const statuses = [];
  for (let count = 0; count < 6; count++) {
    const headers = { "x-forwarded-host": `host${count}.example`, "x-forwarded-for": "203.0.113.7" };
    statuses.push((await limited("/", { headers })).status);
  }
  assertEquals(statuses, [200, 200, 200, 200, 200, 429]);
});

Deno.test("GET / tells what requests cost, and that is what they cost", async () => {
  const limited = await startApp({ RATE_LIMIT: "1000" });
  const left = async (path: string) => {
    const { headers, body } = await limited(path);
    await body?.cancel();
    return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1] ?? NaN);
  };
  const told = [];
  for (const path of ["/", "/", "/openapi.json", "/openapi.json", "/healthz", "/api"]) told.push(await left(path));
  assertEquals(told, [990, 989, 979, 978, NaN, 977]);
  const html = await (await limited("/")).text();
  const words = html.slice(html.indexOf("1,000 points")).replaceAll(/<[^>]+>/g, "");
  assertMatch(words, /a request costs 1,.* this page or of \/openapi\.json under a new host; \/healthz is free/);
});
