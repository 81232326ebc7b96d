import { assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { join } from "@std/path";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { startApp } from "@/tests/app.ts";
import { RESPONSE_KINDS } from "@/tests/routes/contract/response_kinds.ts";

// Headers cost bytes in every response: each kind of response has exactly those that a client needs.

const logs = await Deno.makeTempDir();
await Deno.writeTextFile(join(logs, "kinds.log"), "one\ntwo\n");
// The tag of a log that has just changed is weak.
await Deno.utime(join(logs, "kinds.log"), 1, 1);
addEventListener("unload", () => Deno.removeSync(logs, { recursive: true }));
const call = await startApp({ LOGS_DIR: logs, OPERATOR_TOKEN: "a-token-of-the-operator" });

/** Those of every response, with the values that are the same for all. */
const STANDARD_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
  "x-content-type-options": "nosniff",
};
const STANDARD_NAMES = [...Object.keys(STANDARD_HEADERS), "cache-control", "content-type"];

/** Returns the names of all headers except content-length, which the server adds if it is missing. */
function namesOf({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name !== "content-length").sort();
}

async function read(path: string, init?: RequestInit): Promise<{ response: Response; bytes: number }> {
  const response = await call(path, init);
  return { response, bytes: (await response.bytes()).length };
}

Deno.test("every feed has a row", () => {
  const paths = RESPONSE_KINDS.map(({ path }) => path);
  const has = (file: string) => paths.some((path) => path.includes(`/launcher/feeds/${file}`));
  assertEquals(FEEDS.filter(({ files }) => !Object.keys(files).some(has)).map(({ name }) => name), []);
});

/** Returns `cache-control`, with a whole day also for a filtered image that is already in the cache. */
function cacheOf({ headers }: Response): string {
  return (headers.get("cache-control") ?? "").replace(/max-age=8\d{4}$/, "max-age=86400");
}

for (const { path, status, type, cache, headers = [], hasEtag, isCompressedIfLarge } of RESPONSE_KINDS) {
  const ownHeaders = headers.filter((name) => name !== "content-length");
  const limited = path === "/healthz" || cache.startsWith("public") ? [] : ["ratelimit"];

  Deno.test(`GET ${path.slice(0, 60)} returns ${status} with its headers and no others`, async () => {
    const { response, bytes } = await read(path);
    const id = status >= 400 ? ["x-request-id"] : [];
    const vary = isCompressedIfLarge && bytes >= 1024 ? ["vary"] : [];
    assertEquals(response.status, status);
    assertEquals(namesOf(response), [...STANDARD_NAMES, ...ownHeaders, ...vary, ...limited, ...id].sort());
    assertObjectMatch(Object.fromEntries(response.headers), { ...STANDARD_HEADERS, "content-type": type });
    assertEquals(cacheOf(response), cache);
  });

  Deno.test(`HEAD ${path.slice(0, 60)} returns the status and headers of GET without a body`, async () => {
    const init = { headers: { "x-request-id": "the-same", origin: "https://page.example" } };
    const head = await read(path, { ...init, method: "HEAD" });
    const get = await read(path, init);
    assertEquals([head.response.status, head.bytes], [status, 0]);
    assertEquals(namesOf(head.response), namesOf(get.response));
    assertEquals(head.response.headers.get("x-request-id"), status >= 400 ? "the-same" : null);
    const isDrawn = cache === "no-store" && status < 400 && (path.startsWith("/api") || status === 302);
    const length = head.response.headers.get("content-length");
    if (isDrawn) assertMatch(length ?? "", /^\d+$/);
    else assertEquals(length, String(get.bytes));
  });

  Deno.test(`OPTIONS ${path.slice(0, 60)} returns the allowed methods if the path exists`, async () => {
    const isKnown = path !== "/nope" && path !== "/api/nope" && path !== "/api/v1/%zz";
    const { response, bytes } = await read(path, { method: "OPTIONS" });
    assertEquals(response.status, isKnown ? 204 : status);
    const methods = path.startsWith("/api/v2/filter/") ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
    assertEquals(response.headers.get("allow"), isKnown ? methods : null);
    assertEquals(bytes > 0, !isKnown);
  });

  if (!hasEtag) continue;
  Deno.test(`GET ${path.slice(0, 60)} returns 304 to a client that has the response`, async () => {
    const { response } = await read(path);
    const tag = response.headers.get("etag")!;
    assertMatch(tag, /^"[^"\s]+"$/);
    const again = await read(path, { headers: { "if-none-match": tag } });
    assertEquals([again.response.status, again.bytes, again.response.headers.get("etag")], [304, 0, tag]);
    assertEquals(cacheOf(again.response), cache);
    const other = await read(path, { headers: { "if-none-match": '"other"' } });
    assertEquals([other.response.status, other.bytes > 0], [200, true]);
  });
}
