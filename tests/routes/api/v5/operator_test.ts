import { assertEquals, assertExists, assertMatch } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };
const STATUS = "/api/v5/app/operator/status";

async function readStatus(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}

Deno.test("GET /api/v5/{app_name}/operator/status responds with 401 without the token and names the scheme", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const response = await call(STATUS);
  assertEquals(response.headers.get("www-authenticate"), 'Bearer realm="operator"');
  assertEquals((await response.json()).code, "authentication_required");
  assertEquals(await readStatus(await call(STATUS, { headers: { authorization: "Bearer wrong" } })), 401);
});

Deno.test("GET /api/v5/{app_name}/operator/status responds with 401 to everyone if no token is set", async () => {
  const call = await startApp();
  assertEquals(await readStatus(await call(STATUS, { headers: { authorization: "Bearer undefined" } })), 401);
});

Deno.test("GET /api/v5/{app_name}/operator/status matches its schema", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
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

Deno.test("GET of any path responds with 403 after ten failed attempts, also to the operator, and states until when", async () => {
  const call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 10; i++) assertEquals(await readStatus(await call("/api/v5/app/operator/bans")), 401);
  for (const path of ["/api/v1/uptime", "/", "/healthz", "/api/none"]) {
    const response = await call(path, AUTHORIZED);
    const { status, code, details } = await response.json();
    assertEquals([response.status, status, code], [403, 403, "banned"], path);
    const hours = (Date.parse(details.until) - Date.now()) / 3_600_000;
    assertEquals(Math.round(hours), 24);
  }
});

Deno.test("GET of any path responds with 429 beyond the limit and states when to try again", async () => {
  const call = await startApp({ RATE_LIMIT: "10" });
  const first = await call("/api/v1/uptime");
  assertMatch(first.headers.get("ratelimit") ?? "", /^"default";r=9;t=(59|60)$/);
  assertEquals(first.headers.has("ratelimit-policy"), false);
  await first.body?.cancel();
  for (let i = 0; i < 9; i++) assertEquals(await readStatus(await call("/api/v1/uptime")), 200);
  const refused = await call("/api/v1/uptime", { headers: { origin: "https://page.example" } });
  assertEquals([refused.status, (await refused.json()).code], [429, "rate_limited"]);
  assertMatch(refused.headers.get("retry-after") ?? "", /^(59|60)$/);
  assertEquals(refused.headers.get("ratelimit-policy"), '"default";q=10;w=60');
  assertEquals(refused.headers.get("access-control-allow-origin"), "*");
  assertEquals(await readStatus(await call("/healthz")), 200);
});

Deno.test("GET of any path has no ratelimit header if limits are off", async () => {
  const call = await startApp({ RATE_LIMIT: "off" });
  const response = await call("/api/v1/uptime");
  assertEquals([response.status, response.headers.has("ratelimit")], [200, false]);
  assertExists(await response.text());
});
