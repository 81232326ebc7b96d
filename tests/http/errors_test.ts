import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

const IMG = { "sec-fetch-dest": "image", accept: "image/avif,image/webp,*/*" };
const FIREFOX = { ...IMG, "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const PAGE = { "sec-fetch-dest": "document", accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const WRONG = `/cat/Ada.png?size=${"9".repeat(200)}`;

Deno.test("an error in <img> is a drawn animal with the status and the message, shortened", async () => {
  await using app = await startApp();
  const { message } = await (await app.fetch(WRONG)).json();
  const response = await app.fetch(WRONG, { headers: IMG });
  const text = (await response.text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  assertEquals([response.status, response.headers.get("content-type")], [400, "image/svg+xml"]);
  assertEquals(response.headers.get("cache-control"), "no-store");
  assert(response.headers.has("x-request-id"));
  assertMatch(text, /400.*invalid_parameter/);
  assertStringIncludes(text.replaceAll("&quot;", '"'), message.slice(0, 60));
  assert(message.length > 120 && !text.includes("9".repeat(70)), text);
});

Deno.test("an error in the <img> of Firefox is the PNG of its status if that is cached, otherwise JSON", async () => {
  await using app = await startApp();
  const before = await app.fetch("/cat/Ada?size=15", { headers: FIREFOX });
  assertEquals((await before.json()).code, "invalid_parameter");
  const cached = await (await app.fetch("/400.png")).bytes();
  const after = await app.fetch("/cat/Ada?size=15", { headers: FIREFOX });
  assertEquals([after.status, after.headers.get("content-type")], [400, "image/png"]);
  assertEquals(await after.bytes(), cached);
  const json = await app.fetch("/cat/Ada?size=15&fallback=none", { headers: FIREFOX });
  assertEquals((await json.json()).details, { parameter: "size", value: "15", min: 16, max: 1024 });
});

Deno.test("every registered status has a drawn animal with the status and its reason", async () => {
  await using app = await startApp();
  const ranges = [[100, 103], [200, 208], [226, 226], [300, 305], [307, 308], [400, 418], [421, 426], [428, 429]];
  for (const [first = 0, last = 0] of [...ranges, [431, 431], [451, 451], [500, 508], [510, 511]]) {
    for (let status = first; status <= last; status++) {
      const svg = await (await app.fetch(`/${status}.svg`)).text();
      assertMatch(svg, new RegExp(`<title>[^<]*${status} [A-Z][A-Za-z' -]+`));
    }
  }
});

Deno.test("a browser's page load gets a page, below /api too, in which nothing of the caller is HTML", async () => {
  await using app = await startApp();
  const response = await app.fetch("/api/v1/kaomoji/%3Cscript%3E", { headers: PAGE });
  const html = await response.text();
  assertEquals([response.status, response.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  assertStringIncludes(html, response.headers.get("x-request-id")!);
  for (const word of ["/404.svg", "Not Found", "&lt;script", "owo, uwu"]) assertStringIncludes(html, word);
  assertEquals(html.includes("<script>"), false);
});

Deno.test("a message has no control characters that a terminal would obey", async () => {
  await using app = await startApp();
  const { message, details } = await (await app.fetch("/api/v1/kaomoji/%1B%5B31m%C2%9B%E2%80%AE")).json();
  assertStringIncludes(message, 'got "\\u001b[31m\\u009b\\u202e"');
  assertEquals(details.value, "\x1b[31m\x9b\u202e");
});

Deno.test("an unexpected error shows nothing of its cause, which is in the log under the same id", async () => {
  await using app = await startApp();
  const logged: unknown[][] = [];
  const log = { ...app.services.log, error: (...line: unknown[]) => logged.push(line), request() {} };
  const cause = new Error("/secret/place");
  Object.assign(app.services, { log, pictures: { draw: () => Promise.reject(cause) } });
  for (const headers of [{ accept: "application/json" }, PAGE, IMG]) {
    const response = await app.fetch("/cat/Ada.png", { headers });
    const text = await response.text();
    assertEquals([response.status, /secret|Error:|at file/.test(text)], [500, false], text);
    const [message, error] = logged.pop()!;
    assertStringIncludes(String(message), response.headers.get("x-request-id")!);
    assertEquals(error, cause);
  }
});

Deno.test("an error while an error is shown is JSON", async () => {
  await using app = await startApp();
  const logged: unknown[] = [];
  const fail = () => {
    throw new Error("no page");
  };
  const log = { ...app.services.log, error: (message: string) => logged.push(message), request() {} };
  Object.assign(app.services, { log, renderErrorPage: fail, respondWithErrorPicture: fail });
  for (const headers of [PAGE, IMG]) {
    const response = await app.fetch("/api/v1/kaomoji/lion", { headers });
    assertEquals([response.status, (await response.json()).code], [404, "unknown_type"]);
  }
  assertEquals(logged.length, 2);
});

Deno.test("a caller that hangs up while its drawing waits is no error", async () => {
  await using app = await startApp();
  const logged: unknown[] = [];
  const log = {
    ...app.services.log,
    error: (message: string) => logged.push(message),
    request: logged.push.bind(logged),
  };
  const draw = (_client: string, signal: AbortSignal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      caller.abort();
    });
  const caller = new AbortController();
  Object.assign(app.services, { log });
  Object.defineProperty(app.services.work, "draw", { value: draw });
  const response = await app.fetch("/cat/Ada.png", { signal: caller.signal });
  assertEquals([response.status, await response.text()], [499, ""]);
  assertEquals(logged.map((line) => (line as { status?: number }).status), [499]);
});
