import { assertEquals, assertExists, assertMatch, fail } from "@std/assert";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };
const WRONG = { headers: { authorization: "Bearer a-token-of-an-attacker" } };
const STATUS = "/api/v5/app/operator/status";

async function readStatus(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}

Deno.test("the operator area returns 404 to every method if no token is set, and counts nothing", async () => {
  const call = await startApp();
  for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
    for (let i = 0; i < 3; i++) {
      assertEquals(await readStatus(await call(STATUS, { method, ...WRONG })), 404, method);
    }
  }
  assertEquals(await readStatus(await call("/")), 200);
});

Deno.test("GET /api/v5/{app_name}/operator/status matches its schema", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN, RATE_LIMIT: "1200" });
  for (const path of ["/api/v1/uptime", "/api/v1/uptime", "/api/none"]) await readStatus(await call(path));
  const body = await (await call(STATUS, AUTHORIZED)).json();
  ENDPOINTS.find(({ id }) => id === "v5-operator-status")?.responses[0]?.schema?.parse(body);
  assertEquals(body.requests.endpoints["/api/v1/uptime"].byStatus, { 200: 2 });
  assertEquals(body.requests.byStatus, { 200: 2, 404: 1 });
  assertEquals([body.failures, body.limits], [{ not_found: 1 }, { points: 1200, refused: 0 }]);
  assertEquals(body.state, { engine: "memory", isUp: true });
  assertEquals(body.filters.cache, { entries: 0, bytes: 0, hits: 0, misses: 0 });
});

Deno.test("GET /api/v5/{app_name}/operator/status responds with 404 for another application", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  assertEquals((await (await call("/api/v5/other/operator/status", AUTHORIZED)).json()).code, "unknown_app");
});

Deno.test("GET of the operator area with a wrong token states how many lead to a ban", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const bodies = [];
  for (let i = 0; i < 10; i++) bodies.push(await (await call(STATUS, WRONG)).json());
  assertEquals(bodies.map(({ details }) => details.got), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assertEquals(bodies[0].details.limit, 10);
  assertMatch(bodies[7].message, /2 more lead to a ban/);
  assertMatch(bodies[8].message, /one more leads to a ban/);
  assertMatch(bodies[9].message, /you are banned for 24 hours/);
});

Deno.test("GET /api/v5/{app_name}/operator/history matches its schema", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  call.services.history.sample(performance.now() + 1000);
  const body = await (await call("/api/v5/app/operator/history", AUTHORIZED)).json();
  ENDPOINTS.find(({ id }) => id === "v5-operator-history")?.responses[0]?.schema?.parse(body);
  assertEquals([body.stepSeconds, body.times.length], [10, 1]);
});

Deno.test("GET of any path but /healthz responds with 403 after ten wrong tokens and states until when", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 10; i++) assertEquals(await readStatus(await call("/api/v5/app/operator/bans", WRONG)), 401);
  assertEquals(await readStatus(await call("/healthz")), 200);
  for (const path of ["/api/v1/uptime", "/", "/api/none", "/style.css", STATUS, "/api/v5/other/operator/status"]) {
    const response = await call(path, WRONG);
    const { status, code, details } = await response.json();
    assertEquals([response.status, status, code], [403, 403, "banned"], path);
    assertEquals(new Date(details.until).toISOString(), details.until);
  }
});

Deno.test("GET of the operator area without a bearer token is no attempt, because any page can make a browser send it", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const authorization of [undefined, "", "Basic YTpi", "Bearer", "Bearer ", "Digest a", "a-token", "Bearerx y"]) {
    for (const method of ["GET", "HEAD"]) {
      const init = { method, headers: authorization === undefined ? {} : { authorization } };
      assertEquals(await readStatus(await call(STATUS, init)), 401, authorization);
    }
  }
  assertEquals(await readStatus(await call("/")), 200);
});

Deno.test("GET of the operator area with the right token lifts the ban of that client", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 12; i++) await readStatus(await call(STATUS, WRONG));
  assertEquals(await readStatus(await call("/", AUTHORIZED)), 403);
  assertEquals(await readStatus(await call(STATUS, AUTHORIZED)), 200);
  assertEquals(await readStatus(await call("/")), 200);
  for (let i = 0; i < 9; i++) assertEquals(await readStatus(await call(STATUS, WRONG)), 401);
  assertEquals(await readStatus(await call("/")), 200);
});

Deno.test("OPTIONS of the operator area allows no header, so that no page of another origin can send a token", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const preflight = {
    method: "OPTIONS",
    headers: {
      origin: "https://page.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    },
  };
  for (const path of [STATUS, `${STATUS}/`, "/api/v5/other/operator/bans"]) {
    const response = await call(path, preflight);
    assertEquals([response.status, response.headers.get("access-control-allow-headers")], [204, null], path);
  }
  assertEquals((await call("/api/v1/uptime", preflight)).headers.has("access-control-allow-headers"), true);
});

Deno.test("GET of the operator area by a browser under another host than BASE_URL returns 403 and is no attempt", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN, BASE_URL: "https://public.example" });
  const browser = { headers: { ...WRONG.headers, origin: "http://paw.example" } };
  for (let i = 0; i < 4; i++) {
    for (const path of [STATUS, "/metrics", "/operator"]) {
      const response = await call(path, browser);
      assertEquals([response.status, (await response.json()).code], [403, "forbidden_host"], path);
    }
  }
  assertEquals(await readStatus(await call("/", browser)), 200);
  assertEquals(await readStatus(await call(STATUS, WRONG)), 401);
  assertEquals(await readStatus(await call("/metrics", AUTHORIZED)), 200);
  const page = new Request("https://public.example/operator", { headers: { "sec-fetch-site": "none" } });
  assertEquals(await readStatus(await call.handle(page)), 200);
});

Deno.test("GET of the operator area with a wrong token that another site made a browser send is no attempt", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const send = (site: string) => call(STATUS, { headers: { ...WRONG.headers, "sec-fetch-site": site } });
  for (let i = 0; i < 10; i++) {
    for (const site of ["cross-site", "same-site"]) assertEquals(await readStatus(await send(site)), 401);
  }
  // Whoever guesses can send the header, too, and must not learn which token is right.
  const right = { headers: { ...AUTHORIZED.headers, "sec-fetch-site": "cross-site" } };
  assertEquals(await readStatus(await call(STATUS, right)), 401);
  for (let i = 0; i < 5; i++) {
    for (const site of ["none", "same-origin"]) assertEquals(await readStatus(await send(site)), 401);
  }
  assertEquals(await readStatus(await call("/")), 403);
  // Nor does it use up the attempts of a banned operator.
  for (let i = 0; i < 20; i++) assertEquals(await readStatus(await send("cross-site")), 403);
  assertEquals(await readStatus(await call(STATUS, AUTHORIZED)), 200);
});

Deno.test("a banned client's request reads no headers outside the operator area but what kind of body it wants", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 10; i++) await readStatus(await call(STATUS, WRONG));
  const request = new Request("http://paw.example/api/v1/uptime");
  const read: string[] = [];
  const get = (name: string) => {
    read.push(name);
    return null;
  };
  Object.defineProperty(request, "headers", { value: { get, has: () => fail("other headers were read") } });
  assertEquals(await readStatus(await call.handle(request)), 403);
  assertEquals(new Set(read), new Set(["accept", "sec-fetch-dest"]));
});

Deno.test("GET of any path responds with 429 beyond the limit and states when to try again", async () => {
  const call = await startApp({ RATE_LIMIT: "10" });
  const first = await call("/api/v1/uptime");
  assertEquals(first.headers.get("ratelimit"), '"default";r=9;t=6');
  assertEquals(first.headers.has("ratelimit-policy"), false);
  await first.body?.cancel();
  for (let i = 0; i < 9; i++) assertEquals(await readStatus(await call("/api/v1/uptime")), 200);
  const refused = await call("/api/v1/uptime", { headers: { origin: "https://page.example" } });
  assertEquals([refused.status, (await refused.json()).code], [429, "rate_limited"]);
  const names = ["retry-after", "ratelimit", "ratelimit-policy"];
  const expected = ["6", '"default";r=0;t=60', '"default";q=10;w=60'];
  assertEquals(names.map((name) => refused.headers.get(name)), expected);
  assertEquals(refused.headers.get("access-control-allow-origin"), "*");
  assertEquals(await readStatus(await call("/healthz")), 200);
});

Deno.test("GET of any path has no ratelimit header if limits are off", async () => {
  const call = await startApp({ RATE_LIMIT: "off" });
  const response = await call("/api/v1/uptime");
  assertEquals([response.status, response.headers.has("ratelimit")], [200, false]);
  assertExists(await response.text());
});

Deno.test("GET of the operator area by a filter responds with 404, so that nobody can ban the service itself", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const headers = { ...WRONG.headers, "pawkit-filtered-by": "1" };
  for (let i = 0; i < 12; i++) assertEquals(await readStatus(await call(STATUS, { headers })), 404);
  assertEquals(await readStatus(await call(STATUS, AUTHORIZED)), 200);
});
