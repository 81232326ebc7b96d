import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import sharp from "sharp";
import { STATUS_TEXT } from "@std/http";
import { PICTURE_STATUSES } from "@/lib/content/drawings/error_picture.ts";
import { renderPixels } from "@pawkit/images/svg";
import { startApp } from "@/tests/app.ts";

const call = await startApp();
const IMG = { accept: "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8" };
const SVG = "image/svg+xml";

Deno.test("an error is a picture where one was wanted, with the same status and headers", async () => {
  const paths = [
    ["/api/v2/filter/blurr?image=x", 404],
    ["/api/v2/filter/blur", 400],
    ["/api/v2/filter/blur?image=http://127.0.0.1/", 403],
    ["/images/animals/cat/nothing.png", 404],
    ["/cat/Ada.gif", 404],
    ["/cat/Ada?size=1", 400],
    ["/no/such/page", 404],
    ["/api/v1/nothing", 404],
  ] as const;
  for (const [path, status] of paths) {
    for (const headers of [IMG, { accept: "*/*", "sec-fetch-dest": "image" }]) {
      const response = await call(path, { headers });
      const svg = await response.text();
      assertEquals([response.status, response.headers.get("content-type")], [status, SVG], path);
      assertEquals(response.headers.get("cache-control"), "no-store");
      assertEquals(response.headers.get("content-security-policy"), "default-src 'none'; sandbox");
      assertEquals(response.headers.get("cross-origin-resource-policy"), "cross-origin");
      assert(response.headers.has("x-request-id"));
      assertMatch(svg, new RegExp(`<title>${status} [a-z_]+: Cannot `));
      // A document that the rasterizer accepts is well-formed.
      assertEquals(renderPixels(svg, 16).height, 16);
    }
  }
});

const FIREFOX = {
  accept: "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

Deno.test("an error is the PNG of its status for Firefox and where SVG is not accepted, once that is rendered", async () => {
  await using call = await startApp({ RATE_LIMIT: "10" });
  const first = await call("/cot/Ada.png", { headers: FIREFOX });
  assertEquals([first.status, (await first.json()).code], [404, "not_found"]);
  const expected = await call.services.content.statusPictures.load(404);
  const clients = [FIREFOX, { accept: "image/png" }, { accept: "image/png, image/svg+xml;q=0, */*;q=0.1" }];
  for (const headers of clients) {
    const response = await call("/cot/Ada.png", { headers });
    assertEquals([response.status, response.headers.get("content-type")], [404, "image/png"]);
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(response.headers.get("cross-origin-resource-policy"), "cross-origin");
    assert(response.headers.has("x-request-id"));
    assertEquals(await response.bytes(), expected.read());
  }
  const picture = await call("/404.png");
  assertEquals(await picture.bytes(), expected.read());
  // Each request has cost one point, and none of them the drawing.
  const { headers } = await call("/api/v1/uptime");
  assertMatch(headers.get("ratelimit")!, /;r=4;/);
});

Deno.test("an error is JSON with fallback=none, on any path and for every client", async () => {
  for (const headers of [IMG, FIREFOX, { accept: "text/html" }]) {
    for (
      const path of ["/cot/Ada.png?fallback=none", "/cat/Ada.png?size=1&fallback=none", "/cat/Ada?siz=3&fallback=none"]
    ) {
      const response = await call(path, { headers });
      assertEquals((await response.json()).status, response.status, path);
    }
  }
  const { details } = await (await call("/cat/Ada.png?falback=none")).json();
  assertEquals(details.suggestion, "fallback");
});

Deno.test("an error is JSON for everyone who did not ask for a picture", async () => {
  const accepts = ["*/*", "application/json", "text/plain"];
  for (const accept of accepts) {
    const response = await call("/api/v2/filter/blur", { headers: { accept } });
    assertEquals((await response.json()).code, "missing_parameter", accept);
  }
  const page = await call("/cat/Ada.gif", { headers: { accept: "text/html,image/*;q=0.8" } });
  assertMatch(await page.text(), /^<!DOCTYPE html>/);
});

Deno.test("the picture of an error shows a suggestion first, which would be cut at the end", async () => {
  const titles = {
    "/api/v2/filter/blurr?image=x": '404 unknown_type: Cannot find "blurr"; did you mean "blur"?',
    "/api/v2/random/animal?sise=64": '400 invalid_parameter: Cannot read "sise"; did you mean "size"?',
    "/cta/Ada": '404 not_found: Cannot find this path; did you mean "/cat/Ada"?',
  };
  for (const [path, title] of Object.entries(titles)) {
    assertStringIncludes(await (await call(path, { headers: IMG })).text(), `<title>${title}</title>`);
  }
});

Deno.test("the picture of an error shows what the caller sent as text only", async () => {
  const name = `\u202e</title><script>alert(1)</script>${"&<".repeat(100)}`;
  const response = await call(`/api/v1/animals/${encodeURIComponent(name)}`, { headers: IMG });
  const svg = await response.text();
  assertEquals([response.status, svg.includes("<script"), svg.match(/<\/title>/g)?.length], [404, false, 1]);
  // A bidirectional control would turn the text around.
  assertEquals([svg.includes("\u202e"), svg.includes("\\u202e")], [false, true]);
  assertEquals(renderPixels(svg, 16).height, 16);
});

Deno.test("401, banned and 429 are pictures without a message", async () => {
  await using limited = await startApp({ RATE_LIMIT: "10" });
  await using guarded = await startApp({ OPERATOR_TOKEN: "a-token-of-the-operator" });
  const path = "/api/v5/app/operator/bans";
  const read = async (response: Response) => [response.status, /<title>([^<]*)/.exec(await response.text())![1]];
  assertEquals(await read(await guarded(path, { headers: IMG })), [401, "401 authentication_required"]);
  const wrong = { headers: { ...IMG, authorization: "Bearer wrong" } };
  for (let i = 0; i < 10; i++) await (await guarded(path, wrong)).body?.cancel();
  assertEquals(await read(await guarded("/cat/Ada.png", { headers: IMG })), [403, "403 banned"]);
  for (let i = 0; i < 10; i++) await (await limited("/api/v1/uptime")).body?.cancel();
  const refused = await limited("/cat/Ada.png", { headers: IMG });
  assert(refused.headers.has("retry-after"));
  assertEquals(await read(refused), [429, "429 rate_limited"]);
});

Deno.test("GET /{status}.svg and .png show the picture of every status, and of no other", async () => {
  await using call = await startApp();
  const png = await call("/503.png");
  assertEquals([png.status, png.headers.get("content-type")], [200, "image/png"]);
  assertEquals(png.headers.get("cache-control"), "public, max-age=86400");
  const { width, height } = await sharp(await png.bytes()).metadata();
  assertEquals([width, height], [512, 512]);
  const animals = new Set<string>();
  assertEquals(PICTURE_STATUSES, Object.keys(STATUS_TEXT));
  for (const status of PICTURE_STATUSES) {
    const response = await call(`/${status}.svg`);
    assertEquals([response.status, response.headers.get("content-type")], [200, SVG]);
    assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
    const svg = await response.text();
    assertStringIncludes(svg, `<title>${status} `);
    animals.add(svg.slice(svg.indexOf("</title>"), svg.indexOf('rx="26"')));
  }
  assertEquals(animals.size, PICTURE_STATUSES.length, "each status has its own animal in SIGN_HOLDERS");
  for (
    const path of ["/299.svg", "/999.png", "/404.webp", "/418.jpg", "/4040.svg", "/x404.svg", "/0404.svg", "/.svg"]
  ) {
    assertEquals((await call(path)).status, 404, path);
  }
});

Deno.test("GET /{status}.png renders each picture once, whoever asks, and costs its caller nothing more", async () => {
  await using call = await startApp({ RATE_LIMIT: "10" });
  let jobs = 0;
  const { pool } = call.services;
  const run = pool.run.bind(pool);
  pool.run = (request) => {
    jobs++;
    return run(request);
  };
  const responses = await Promise.all(["/418.png", "/418.png", "/200.png", "/418.png"].map((path) => call(path)));
  for (const response of responses) {
    await response.body?.cancel();
    assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"]);
  }
  assertEquals(jobs, 2);
  assertMatch((await call("/api/v1/uptime")).headers.get("ratelimit")!, /;r=5;/);
});

Deno.test("errors suggest what the caller probably meant", async () => {
  await using call = await startApp();
  const cases = [
    ["/api/v2/random/animal/cats", 404, "cat"],
    ["/api/v2/random/animal/Cat", 404, "cat"],
    ["/api/v1/filter/blurr?image=x", 404, "blur"],
    ["/api/v2/filter/blur:2,invertt?image=x", 404, "invert"],
    ["/api/v1/animal", 404, "/api/v1/animals/{kind}"],
    ["/api/v1/animal/cat", 404, "/api/v1/animals/cat"],
    ["/api/v2/filter/blur?image=/cat/Ada", 422, "/cat/Ada.png"],
    ["/api/v2/filter/blur?image=/cat/Ada.gif", 422, "/cat/Ada.png"],
    ["/api/v2/filter/blur?image=http://paw.example/cat/Ada", 422, "/cat/Ada.png"],
    ["/api/v2/filter/blur?image=http://paw.example/cat/Ada%2BGrace/", 422, "/cat/Ada+Grace.png"],
    ["/api/v2/filter/blur?image=/cat/Ada.png&format=jpge", 400, "jpeg"],
    ["/api/v2/filter/blur?image=/cat/Ada.png&fit=covr", 400, "cover"],
    ["/cat/Ada.png?view=fase", 400, "face"],
    ["/api/v2/filter/blur?url=/cat/Ada.png", 400, "image"],
    ["/api/v2/filter/blur?image=/cat/Ada.png&w=3", 400, "width"],
    ["/api/v2/random/animal?sise=64", 400, "size"],
  ] as const;
  for (const [path, status, suggestion] of cases) {
    const response = await call(path);
    const { message, details } = await response.json();
    assertEquals([response.status, details.suggestion], [status, suggestion], path);
    assert(message.endsWith(`; did you mean "${suggestion}"?`), message);
  }
  const page = await call("/cta/Ada", { headers: { accept: "text/html,application/json;q=0.9,*/*;q=0.8" } });
  assertStringIncludes(await page.text(), 'Did you mean <a href="/cat/Ada"><bdi>/cat/Ada</bdi></a>?');
  for (const accept of ["application/json", "application/json, text/plain, */*"]) {
    const response = await call("/cta/Ada", { headers: { accept } });
    const { code, details } = await response.json();
    assertEquals([response.status, code, details], [404, "not_found", { suggestion: "/cat/Ada" }], accept);
  }
  assertEquals((await call("/api/v2/random/animal?format=text&_=1731&cb=9&utm_source=x")).status, 200);
  const { message, details } = await (await call("/api/v1/nothing")).json();
  assertEquals([message, details], ["Cannot find this path: /api lists every endpoint", undefined]);
});

Deno.test("the log of callers' errors has no name that a suggestion repeats", async () => {
  await using call = await startApp();
  await (await call("/cta/Ada-Secret", { headers: IMG })).body?.cancel();
  await (await call("/api/v2/random/animal?sede=Ada-Secret")).body?.cancel();
  const { lastCallerErrors } = call.services.errorCounts.report();
  assertEquals([lastCallerErrors.length, JSON.stringify(lastCallerErrors).includes("Secret")], [2, false]);
});

Deno.test("the filter grayscale is greyscale", async () => {
  await using call = await startApp();
  for (const path of ["/api/v1/filter/grayscale", "/api/v2/filter/grayscale", "/api/v2/filter/grayscale,invert"]) {
    const response = await call(`${path}?image=/cat/Ada.png%3Fsize%3D16`);
    await response.body?.cancel();
    assertEquals(response.status, 200);
    assertMatch(response.headers.get("x-filter")!, /^greyscale/);
  }
});
