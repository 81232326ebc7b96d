import { configureSync, type LogRecord, resetSync } from "@logtape/logtape";
import { assertEquals, assertStringIncludes, fail } from "@std/assert";
import type { State } from "@/lib/define.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import middleware from "@/routes/_middleware.ts";
import { CLIENT, startApp } from "@/tests/app.ts";

// tests/routes/contract has the headers of every kind of response, HEAD, OPTIONS and the request id.

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

/** What the contexts of requests have in common. */
const CLIENT_CONTEXT = { config: { root: "." }, params: {}, info: CLIENT, render: () => fail("there is no page") };

const BROWSER = { headers: { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } };

Deno.test("an unknown path below /api, in any case of letters, returns 404 in JSON", async () => {
  for (
    const path of ["/api/nope", "/api/v1", "/api/v1/nope?x=1", "/api/v9/version", "/api/v1/version/x"].concat(
      "/API/v2/random",
      "/Api",
    )
  ) {
    const body = await readError(await call(path, { headers: { accept: "text/html" } }));
    assertEquals([body.status, body.code], [404, "not_found"], path);
  }
});

Deno.test("an unknown path elsewhere returns 404 in JSON to programs, which do not name text/html", async () => {
  for (const accept of ["*/*", "text/plain", "application/json", "application/json, text/html;q=0.9"]) {
    for (const userAgent of ["python-requests/2.31", "curl/8.5.0", "Mozilla/5.0"]) {
      const body = await readError(await call("/nope", { headers: { accept, "user-agent": userAgent } }));
      assertEquals([body.status, body.code], [404, "not_found"], accept);
    }
  }
});

Deno.test("a mistake in the address of a page returns JSON to programs that prefer it to text/html", async () => {
  for (const accept of ["application/json, text/html;q=0.9", "application/json, text/html;q=0"]) {
    const body = await readError(await call("/cat/Ada?size=9", { headers: { accept } }));
    assertEquals([body.status, body.code], [400, "invalid_parameter"], accept);
  }
});

Deno.test("an unknown path elsewhere returns 404 as a page with a link to the front page and nothing of other origins", async () => {
  for (const path of ["/apix", "/x?y=/api/z", "/openapi.jsonx"]) {
    assertStringIncludes((await call(path, BROWSER)).headers.get("content-type") ?? "", "text/html", path);
  }
  const response = await call("/nope", BROWSER);
  assertEquals(response.status, 404);
  assertStringIncludes(response.headers.get("content-type") ?? "", "text/html");
  assertStringIncludes(response.headers.get("content-security-policy") ?? "", "default-src 'none'");
  assertEquals(response.headers.get("referrer-policy"), "no-referrer");
  assertEquals(response.headers.get("cache-control"), "no-store");
  const html = await response.text();
  for (const part of ["<!DOCTYPE html>", "<title>Page not found: Pawkit</title>", 'href="/"']) {
    assertStringIncludes(html, part);
  }
});

Deno.test("an error whose page or picture cannot be made is JSON, and the reason is logged", async () => {
  const records: LogRecord[] = [];
  configureSync({
    reset: true,
    sinks: { records: (record) => records.push(record) },
    loggers: [{ category: ["pawkit", "server"], sinks: ["records"] }, { category: ["logtape", "meta"] }],
  });
  await using call = await startApp();
  call.services.content.statusPictures.find = () => {
    throw new RangeError("Bug");
  };
  const body = await readError(await call("/cat/Ada?size=9", { headers: { accept: "image/png" } }));
  assertEquals([body.status, body.code], [400, "invalid_parameter"]);
  assertEquals(records.map(({ properties }) => String(properties.error)), ["RangeError: Bug"]);
  resetSync();
});

Deno.test("a route that is not in PATHS is not called, because nobody has said who may use it", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: "a-token-of-the-operator" });
  for (const method of ["GET", "OPTIONS"]) {
    const req = new Request("http://paw.example/operator/secret", { method, ...BROWSER });
    const response = await middleware({
      ...CLIENT_CONTEXT,
      req,
      url: new URL(req.url),
      route: "/operator/secret",
      state: { services: app.services } as State,
      next: () => Promise.resolve(new Response("secret")),
    });
    assertEquals([response.status, (await response.json()).code], [500, "internal_error"]);
  }
});

Deno.test("OPTIONS accepts a CORS preflight from any origin", async () => {
  const response = await call("/api/v1/uptime", {
    method: "OPTIONS",
    headers: { origin: "https://bot.example", "access-control-request-method": "GET" },
  });
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  assertEquals(response.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS");
  assertEquals(response.headers.get("access-control-max-age"), "86400");
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

Deno.test("every request takes a point, whatever its path and method, except a health check", async () => {
  const paths = ["/", "/cat/Ada", "/style.css", "/nope", "/api/v1/uptime", "/api/v2/random/animal/cat"];
  const methods = ["GET", "HEAD", "OPTIONS", "POST"];
  const requests = paths.flatMap((path) => methods.map((method) => ({ path, method })));
  await using limited = await startApp({ RATE_LIMIT: String(requests.length) });
  const findRefused = async () => {
    const statuses = await Array.fromAsync(requests, async ({ path, method }) => {
      const { body, status } = await limited(path, { method });
      await body?.cancel();
      return status;
    });
    return requests.filter((_, index) => statuses[index] === 429);
  };
  assertEquals(await findRefused(), []);
  assertEquals(await findRefused(), requests);
  assertEquals((await limited("/healthz")).status, 200);
});

Deno.test("a file costs a point for each full 500,000 bytes that are sent, and nothing more for HEAD and 304", async () => {
  const logs = await Deno.makeTempDir();
  await Deno.writeFile(`${logs}/big.log`, new Uint8Array(1_700_000).fill(10));
  await using limited = await startApp({ LOGS_DIR: logs });
  const path = "/api/v1/static/logs/big.log?raw=1";
  const readPoints = async () => {
    const response = await limited("/api/v1/version");
    await response.body?.cancel();
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  let etag = "";
  /** Returns what a request costs, without the point of the one that asks. */
  const priceOf = async (init: RequestInit) => {
    const before = await readPoints();
    const response = await limited(path, init);
    etag ||= response.headers.get("etag") ?? "";
    await response.body?.cancel();
    return [response.status, before - await readPoints() - 1];
  };
  assertEquals(await priceOf({}), [200, 1 + 3]);
  assertEquals(await priceOf({ headers: { range: "bytes=0-499999" } }), [206, 1 + 1]);
  assertEquals(await priceOf({ headers: { range: "bytes=0-499998" } }), [206, 1]);
  assertEquals(await priceOf({ method: "HEAD" }), [200, 1]);
  assertEquals(await priceOf({ headers: { "if-none-match": etag } }), [304, 1]);
  await Deno.remove(logs, { recursive: true });
});

Deno.test("a client without points counts as refused, also with a host that would be an error", async () => {
  const call = await startApp({ RATE_LIMIT: "10" });
  const refused: boolean[] = [];
  call.services.logRequest = ({ status, isRefused }) => refused.push(status === 429 && isRefused);
  for (let i = 0; i < 12; i++) await (await call("/api/v1/uptime", { headers: { host: "%zz" } })).body?.cancel();
  assertEquals(refused, [...Array(10).fill(false), true, true]);
});

Deno.test("a request for which there is no room is counted, but neither logged nor remembered", async () => {
  await using crowded = await startApp();
  const { services } = crowded;
  const refused: boolean[] = [];
  services.logRequest = ({ isRefused }) => refused.push(isRefused);
  services.access.admit = () => {
    throw overloadedError("request");
  };
  const response = await crowded("/api/v1/uptime");
  assertEquals([response.status, (await response.json()).code], [503, "overloaded"]);
  const { failures, lastErrors } = services.errorCounts.report();
  assertEquals([refused, failures, lastErrors], [[true], { overloaded: 1 }, []]);
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
    broken.services.content.pictures.findFile = () => Promise.reject(new DOMException("aborted", "AbortError"));
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

Deno.test("a long query returns 414, except for filters, where it may contain an image", async () => {
  const query = `zz=${"x".repeat(9000)}`;
  for (
    const path of ["/", "/cat", "/cat/Ada", "/Cats/Ada", "/random", "/healthz", "/nope", "/style.css", "/api/nope"]
  ) {
    for (const accept of ["text/html", "*/*"]) {
      const response = await call(`${path}?${query}`, { headers: { accept } });
      assertEquals(response.status, 414, path);
      assertStringIncludes(await response.text(), "must have at most 8192 characters");
    }
  }
  for (const version of ["v1", "v2"]) {
    const { code } = await readError(await call(`/api/${version}/filter/invert?${query}`));
    assertEquals(code, "missing_parameter");
    const ofPicture = await call(`/api/${version}/filter/invert?image=/cat/Ada.png%3F${query}`);
    assertStringIncludes(
      `${(await readError(ofPicture)).message}`,
      "its query must have at most 8192 characters, got 9003",
    );
  }
});

Deno.test("a 404 page is counted once, even with shared limits", async () => {
  // The first request waits for the store.
  await using limited = await startApp({ STATE_URL: "kv::memory:", RATE_LIMIT: "100" });
  const { services } = limited;
  const response = await limited("/nope");
  await response.body?.cancel();
  assertEquals([response.status, services.traffic.report().byStatus], [404, { 404: 1 }]);
  assertEquals(services.access.store, { engine: "kv", isUp: true });
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
