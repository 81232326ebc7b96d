import { configureSync, type LogRecord, resetSync } from "@logtape/logtape";
import { assertEquals, assertMatch, assertStringIncludes, fail } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const call = await startApp();

async function readError(response: Response): Promise<Record<string, unknown>> {
  assertEquals(response.headers.get("content-type"), "application/json");
  assertEquals(response.headers.get("cache-control"), "no-store");
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  assertEquals(response.headers.get("x-content-type-options"), "nosniff");
  const body = await response.json();
  assertEquals([body.success, body.status], [false, response.status]);
  assertEquals(body.requestId, response.headers.get("x-request-id"));
  return body;
}

Deno.test("a JSON success has the necessary headers and no others", async () => {
  const response = await call("/api/v1/uptime");
  await response.body?.cancel();
  const names = [...response.headers.keys()].filter((name) => name !== "ratelimit");
  assertEquals(names, [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "content-type",
    "x-content-type-options",
  ]);
});

Deno.test("an unknown path below /api returns 404 in JSON", async () => {
  for (const path of ["/api/nope", "/api/v1", "/api/v1/nope?x=1", "/api/v9/version", "/api/v1/version/x"]) {
    const body = await readError(await call(path));
    assertEquals([body.status, body.code], [404, "not_found"], path);
  }
});

Deno.test("an unknown path elsewhere returns 404 as a page that loads nothing from other origins", async () => {
  for (const path of ["/apix", "/x?y=/api/z", "/openapi.jsonx"]) {
    assertStringIncludes((await call(path)).headers.get("content-type") ?? "", "text/html", path);
  }
  const response = await call("/nope");
  assertEquals(response.status, 404);
  assertStringIncludes(response.headers.get("content-type") ?? "", "text/html");
  assertStringIncludes(response.headers.get("content-security-policy") ?? "", "default-src 'none'");
  assertEquals(response.headers.get("referrer-policy"), "no-referrer");
  assertEquals(response.headers.get("cache-control"), "no-store");
  assertStringIncludes(await response.text(), "<!DOCTYPE html>");
});

Deno.test("HEAD returns the status and headers of GET, with its content-length and without its body", async () => {
  for (const path of ["/api/v1/version", "/api", "/healthz", "/api/nope"]) {
    const get = await call(path, { headers: { "x-request-id": "same" } });
    const head = await call(path, { method: "HEAD", headers: { "x-request-id": "same" } });
    const length = new TextEncoder().encode(await get.text()).length;
    assertEquals([head.status, await head.text()], [get.status, ""]);
    assertEquals(head.headers.get("content-length"), String(length), path);
    assertEquals(head.headers.get("content-type"), get.headers.get("content-type"));
  }
});

Deno.test("OPTIONS returns 204 with allow on a known path and 404 on an unknown one", async () => {
  const known = await call("/api/v1/uptime", { method: "OPTIONS" });
  assertEquals([known.status, known.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  assertEquals((await call("/api/nope", { method: "OPTIONS" })).status, 404);
});

Deno.test("OPTIONS accepts a CORS preflight from any origin", async () => {
  const response = await call("/api/v1/uptime", {
    method: "OPTIONS",
    headers: { origin: "https://bot.example", "access-control-request-method": "GET" },
  });
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  assertEquals(response.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS");
});

Deno.test("any other method returns 405 with allow, with and without a body", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "PROPFIND", "BREW"]) {
    for (const init of [{}, { body: "x=1", headers: { "content-length": "3" } }]) {
      const response = await call("/api/v1/uptime", { method, ...init });
      assertEquals(response.headers.get("allow"), "GET, HEAD, OPTIONS");
      assertEquals((await readError(response)).code, "method_not_allowed", method);
    }
  }
});

Deno.test("an error carries the caller's own request id if it is usable, otherwise a new one; a success has none", async () => {
  const own = await call("/api/nope", { headers: { "x-request-id": "my.id_1-2" } });
  assertEquals((await readError(own)).requestId, "my.id_1-2");
  assertEquals(
    (await call("/api/v1/uptime", { headers: { "x-request-id": "mine" } })).headers.get("x-request-id"),
    null,
  );
  const invalid = await call("/api/nope", { headers: { "x-request-id": "a b<script>" } });
  assertMatch(invalid.headers.get("x-request-id") ?? "", /^[a-z0-9]{6}-[a-z0-9]+$/);
});

Deno.test("every header of every response is exposed to pages of other origins", async () => {
  for (const path of ["/api/v1/uptime", "/api/nope", "/api/v1/string/8ball?seed=a", "/nope", "/style.css"]) {
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.headers.get("access-control-expose-headers"), "*", path);
  }
});

Deno.test("a plain success reads no request headers", async () => {
  const request = new Request("http://paw.example/api/v1/uptime");
  Object.defineProperty(request, "headers", { get: () => fail("the headers were read") });
  await using started = await startApp();
  assertEquals((await started.handle(request)).status, 200);
});

Deno.test("an AbortError counts as the caller's only if the caller has gone", async () => {
  const statusOf = async (signal?: AbortSignal) => {
    await using broken = await startApp();
    const loadPicture = () => Promise.reject(new DOMException("aborted", "AbortError"));
    broken.services.content = { ...broken.services.content, loadPicture };
    const request = new Request("http://paw.example/images/animals/cat/a.png", signal && { signal });
    return (await broken.handle(request)).status;
  };
  assertEquals([await statusOf(AbortSignal.abort()), await statusOf()], [499, 500]);
});

Deno.test("a trailing slash is ignored", async () => {
  for (const path of ["/api/", "/api/v1/uptime/", "/healthz/"]) {
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.status, 200, path);
  }
});

Deno.test("a malformed percent-escape and an overlong URL return 4xx, a body is ignored, and the next request works", async () => {
  for (const path of ["/api/%zz", "/api/v1/%E0%A4%A", "/api/v1/uptime%"]) {
    const { status } = await readError(await call(path));
    assertEquals(status === 400 || status === 404, true, path);
  }
  assertEquals((await readError(await call(`/api/${"a".repeat(100_000)}`))).code, "uri_too_long");
  assertEquals((await call("/api/v1/uptime", { headers: { "content-length": "1" } })).status, 200);
  assertEquals((await call("/api/v1/uptime")).status, 200);
});

Deno.test("a 404 page is counted once, also with shared limits", async () => {
  // A limit this low is leased point by point, so that every request waits for the state engine.
  await using limited = await startApp({ STATE_URL: "kv::memory:", RATE_LIMIT: "100" });
  const { services } = limited;
  const response = await limited("/nope");
  await response.body?.cancel();
  assertEquals([response.status, services.traffic.report().byStatus], [404, { 404: 1 }]);
  assertEquals(services.access.state, { engine: "kv", isUp: true });
});

Deno.test("an unexpected error is logged with its cause and request id, and an error of a caller is not", async () => {
  const records: LogRecord[] = [];
  configureSync({
    reset: true,
    sinks: { records: (record) => records.push(record) },
    loggers: [{ category: "pawkit", sinks: ["records"] }, { category: ["logtape", "meta"] }],
  });
  await using call = await startApp();
  const cause = new Error("broken");
  call.services.launcher.load = () => {
    throw cause;
  };
  const response = await call("/api/v5/app/launcher/news?secret=1");
  await response.body?.cancel();
  await (await call("/api/none")).body?.cancel();
  resetSync();
  assertEquals(records.map(({ level, properties }) => [level, properties]), [[
    "error",
    { path: "/api/v5/app/launcher/news", requestId: response.headers.get("x-request-id"), error: cause },
  ]]);
});
