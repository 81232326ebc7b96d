import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ANIMALS } from "@pawkit/animals";
import { STANDALONE_SCRIPT } from "@/lib/http/content_security.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { SCRIPT } from "@/lib/page/errors/error_page.ts";
import { startApp, type StartedApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";
const BROWSER = { headers: { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } };
const HTML = "text/html; charset=utf-8";

async function startBanned(): Promise<StartedApp> {
  const app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 10; i++) {
    await (await app("/metrics", { headers: { authorization: "Bearer wrong" } })).body?.cancel();
  }
  return app;
}

/** Starts an application whose front page throws. */
async function startFailing(error: Error): Promise<StartedApp> {
  const app = await startApp();
  app.services.renderedTexts.respond = () => Promise.reject(error);
  return app;
}

Deno.test("GET of a page returns a page to a banned visitor, which states the end of the ban", async () => {
  await using app = await startBanned();
  for (const path of ["/", "/operator", "/none"]) {
    const response = await app(path, BROWSER);
    assertEquals([response.status, response.headers.get("content-type")], [403, HTML], path);
    const html = await response.text();
    assertMatch(html, /\d{4}-\d\d-\d\d\D+\d\d:\d\d UTC/);
    assert(!html.includes("send the operator"), "a refused request is not in the log");
    assertMatch(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'sha256-/);
  }
});

Deno.test("GET of a page returns a page to a rate-limited visitor, which states when to come back", async () => {
  await using app = await startApp({ RATE_LIMIT: "10" });
  for (let i = 0; i < 10; i++) await (await app("/api/v1/uptime")).body?.cancel();
  const response = await app("/", BROWSER);
  assertEquals([response.status, response.headers.get("content-type")], [429, HTML]);
  const [, seconds] = /role="timer">(\d+)</.exec(await response.text()) ?? [];
  assertEquals(seconds, response.headers.get("retry-after"));
  assertEquals(response.headers.get("ratelimit-policy"), '"default";q=10;w=60');
});

Deno.test("GET by a banned client returns JSON to programs, for files and for the API", async () => {
  await using app = await startBanned();
  const requests = [["/", { headers: {} }], ["/style.css", { headers: { accept: "text/css,*/*;q=0.1" } }]] as const;
  for (const [path, init] of [...requests, ["/api/v1/uptime", BROWSER], ["/api/none", BROWSER]] as const) {
    assertEquals((await (await app(path, init)).json()).code, "banned", path);
  }
});

Deno.test("GET of a page that fails returns a page with the request id to people, and JSON to programs", async () => {
  const overloaded = new ApiError("overloaded", "Cannot draw", { headers: { "retry-after": "2" } });
  for (const [error, status] of [[new Error("secret"), 500], [overloaded, 503]] as const) {
    await using app = await startFailing(error);
    const response = await app("/", { headers: { ...BROWSER.headers, "x-request-id": "mine-1" } });
    assertEquals([response.status, response.headers.get("content-type")], [status, HTML]);
    const text = await response.text();
    assertStringIncludes(text, "<code>mine-1</code>");
    assertEquals(text.includes("secret"), false);
    assertEquals((await (await app("/")).json()).status, status);
  }
});

Deno.test("GET of an animal that cannot be shown tells people why on a page, and programs in JSON", async () => {
  await using app = await startApp();
  const paths = [
    ["/fish?seed=a&seed=b", 400, "Cannot read &quot;seed&quot;: must be given once, got &quot;a,b&quot;"],
    [`/cat/${"x".repeat(65)}`, 400, "Cannot read &quot;name&quot;: must have 1 to 64 characters"],
    ["/cat/Ada.gif", 404, '<a href="/cat/Ada.png">png</a></li><li ><a href="/cat/Ada.webp">webp</a>'],
    ["/cat?seed=%3Cb%3E%26amp;.png", 400, "got &quot;&lt;b>&amp;amp;.png&quot;"],
  ] as const;
  for (const [path, status, reason] of paths) {
    const page = await app(path, BROWSER);
    assertEquals([page.status, page.headers.get("content-type")], [status, HTML], path);
    const html = await page.text();
    assertStringIncludes(html, reason);
    // The same navigation as on other pages, and nothing for the operator.
    assertEquals([html.includes('href="/docs/filters"'), html.includes("send the operator")], [true, false], path);
    assertEquals((await (await app(path)).json()).status, status, path);
  }
});

Deno.test("GET of an animal with a wrong parameter links to the address that was meant", async () => {
  await using app = await startApp();
  const sentences = {
    "/cat/Grace?siz=64&view=face": 'did you mean &quot;size&quot;? Try <a href="/cat/Grace?size=64&amp;view=face">',
    "/cat/Gr%2Face?view=fase": 'did you mean &quot;face&quot;? Try <a href="/cat/Gr%2Face?view=face">',
    "/cat/Grace?format=webp": 'did you mean &quot;/cat/Grace.webp&quot;? Try <a href="/cat/Grace.webp">',
    "/cat/Grace?size=5000&view=face": 'got &quot;5000&quot;. Try <a href="/cat/Grace?view=face">',
    "//cat/Grace?size=5000": 'got &quot;5000&quot;. Try <a href="/cat/Grace">',
    "/cat?seed=Ada.png": 'got &quot;Ada.png&quot;. Try <a href="/cat">',
    "/cat/..%20": 'got &quot;..&quot;. Try <a href="/cat/Ada">',
    "/cot/Grace?siz=3": 'Did you mean <a href="/cat/Grace"><bdi>/cat/Grace</bdi></a>?',
  };
  for (const [path, sentence] of Object.entries(sentences)) {
    assertStringIncludes(await (await app(path, BROWSER)).text(), sentence, path);
  }
});

Deno.test("GET of an animal of an unknown kind links to the animals of its name", async () => {
  await using app = await startApp();
  const html = await (await app("/hamster/Grace.png?view=head", BROWSER)).text();
  assertStringIncludes(html, "There is no kind “hamster”. Meet <bdi>Grace</bdi> as another animal:");
  for (const kind of ANIMALS) assertStringIncludes(html, `<a href="/${kind}/Grace.png">${kind}</a>`);
});

Deno.test("GET of a wrong address escapes its name and its parameters, and shows letters of all scripts", async () => {
  await using app = await startApp();
  const links = {
    "/cot/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E": "/cat/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "/cat/Ada?siz=64&x=%22%3E%3Cscript%3E": "/cat/Ada?size=64&amp;x=%22%3E%3Cscript%3E",
    "/cot/a%2Cb%2Bc%2525?background=%23ff0000": "/cat/a%2Cb%2Bc%2525?background=%23ff0000",
    "/cot/%F0%9F%A6%8A": '/cat/%F0%9F%A6%8A"><bdi>/cat/🦊</bdi></a>',
    "/cot/%D7%A2%D7%93%D7%94": '/cat/%D7%A2%D7%93%D7%94"><bdi>/cat/עדה</bdi></a>',
    "/cot/a%E2%80%AEb": '/cat/a%E2%80%AEb"><bdi>/cat/a\\u202eb</bdi></a>',
  };
  for (const [path, link] of Object.entries(links)) {
    const html = await (await app(path, BROWSER)).text();
    assertStringIncludes(html, `<a href="${link}`, path);
    assertEquals(html.includes("<script>"), false, path);
  }
});

Deno.test("GET of a wrong address shows the animal with the sign, and describes it", async () => {
  await using app = await startApp();
  const signs = {
    "/none": "A cat holds a sign: 404 Not Found",
    "/cat/Ada?size=1": "A dog holds a sign: 400 Bad Request",
  };
  for (const [path, alt] of Object.entries(signs)) {
    const html = await (await app(path, BROWSER)).text();
    const [, source = "", described] = /<img src="(\/\d+\.svg)" alt="([^"]+)"/.exec(html) ?? [];
    assertEquals(described, alt);
    assertStringIncludes(await (await app(source)).text(), `<title>${alt.split(": ")[1]}</title>`);
  }
});

Deno.test("GET of an animal in an unknown format has links to this service only", async () => {
  await using app = await startApp();
  const html = await (await app("//cat//Ada.gif", BROWSER)).text();
  assertStringIncludes(html, '<a href="/cat/Ada.png">png</a>');
  assertEquals(html.match(/(href|src)="\/\/[^"]*"/), null);
});

Deno.test("STANDALONE_SCRIPT is the hash of the script of the error pages", async () => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SCRIPT));
  assertEquals(STANDALONE_SCRIPT, `sha256-${new Uint8Array(hash).toBase64()}`);
});
