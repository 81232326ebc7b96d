import { assert, assertEquals, assertMatch } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { OperatorToken } from "@/lib/access/operator_token.ts";
import type { Context } from "@/lib/define.ts";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";
import { createLog } from "@/lib/log/log.ts";
import { startApp, type TestApp } from "@/tests/support/app.ts";

const TOKEN = "the-token-of-the-operator";
const STATUS = "/api/v5/app/operator/status";
const RIGHT = { authorization: `Bearer ${TOKEN}` };
const WRONG = { authorization: "Bearer the-token-of-an-attacker" };

Deno.test("the operator's area is a 404 without OPERATOR_TOKEN, on no document, and counts nothing", async () => {
  await using app = await startApp();
  for (const path of [STATUS, "/metrics", "/api/v5/app/operator/bans", "/api/v5/app/operator/bans/192.0.2.7"]) {
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) {
      for (let i = 0; i < 3; i++) assertEquals(await ask(app, path, WRONG, { method }), 404, `${method} ${path}`);
    }
  }
  assertEquals(await ask(app, "/api/v1/uptime"), 200);
  for (const path of ["/llms.txt", "/openapi.json"]) {
    assert(!/operator\/|metrics/.test(await (await app.fetch(path)).text()), path);
  }
  await using open = await startApp({ OPERATOR_TOKEN: TOKEN });
  assertMatch(await (await open.fetch("/llms.txt")).text(), /operator\/status/);
});

Deno.test("GET operator/status has the requests by route and status, and nobody stores it", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const path of ["/api/v1/uptime", "/api/v1/uptime", "/api/none"]) await ask(app, path);
  const response = await app.fetch(STATUS, { headers: RIGHT });
  assertEquals(response.headers.get("cache-control"), "no-store");
  assertEquals(response.headers.has("access-control-allow-origin"), false);
  const { requests, gates, lastErrors } = await response.json();
  assertEquals([requests["/api/v1/uptime"], requests["-"], lastErrors], [{ 200: 2 }, { 404: 1 }, []]);
  assertEquals(Object.keys(gates), ["sources", "filters", "drawings", "sending"]);
  const metrics = await (await app.fetch("/metrics", { headers: RIGHT })).text();
  assertMatch(metrics, /^pawkit_requests_total\{route="\/api\/v1\/uptime",status="200"\} 2$/m);
  assertEquals(await ask(app, "/api/v5/zoo/operator/status", RIGHT), 404);
});

Deno.test("ten wrong tokens ban a client from everything but /healthz, and the messages count down", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let got = 1; got <= 10; got++) {
    const response = await app.fetch(STATUS, { headers: WRONG });
    const { code, details, message } = await response.json();
    assertEquals([response.status, code, details], [401, "authentication_required", { limit: 10, got }]);
    assertEquals(response.headers.get("www-authenticate"), 'Bearer realm="operator"');
    assertMatch(message, got < 10 ? new RegExp(`${10 - got} more lead to a ban`) : /refused for 24 hours/);
  }
  assertEquals(await ask(app, "/healthz"), 200);
  for (const path of ["/", "/api/v1/uptime", "/api/none", "/style.css", STATUS, "/api/v5/zoo/operator/bans"]) {
    const response = await app.fetch(path, { headers: WRONG });
    const { code, details } = await response.json();
    assertEquals([response.status, code, new Date(details.until).toISOString()], [403, "banned", details.until], path);
  }
  assertEquals(await ask(app, "/", {}, { client: "192.0.2.2" }), 200);
});

Deno.test("ten wrong tokens that arrive together are all that is compared", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  const wrong = Array.from({ length: 30 }, () => ask(app, STATUS, WRONG));
  const statuses = await Promise.all([...wrong, ask(app, STATUS, RIGHT)]);
  assertEquals(statuses.filter((status) => status === 401).length, 10);
  assertEquals(statuses.filter((status) => status === 403).length, 21);
});

Deno.test("a missing token, and a request of another site or of a filter, is no attempt", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 6; i++) {
    for (const authorization of ["", "Basic YTpi", "Bearer", "Digest a", "a-token", "Bearerx y"]) {
      assertEquals(await ask(app, STATUS, authorization === "" ? {} : { authorization }), 401, authorization);
    }
    for (const site of ["cross-site", "same-site"]) {
      assertEquals(await ask(app, STATUS, { ...WRONG, "sec-fetch-site": site }), 401);
      // Someone who guesses can send the header, too, and must not learn which token is right.
      assertEquals(await ask(app, STATUS, { ...RIGHT, "sec-fetch-site": site }), 401);
    }
    assertEquals(await ask(app, STATUS, { ...WRONG, [LOOP_HEADER]: "1" }), 404);
    assertEquals(await ask(app, STATUS, WRONG, { method: "OPTIONS" }), 204);
  }
  assertEquals(app.services.bans.list(), []);
  for (let i = 0; i < 5; i++) {
    for (const site of ["none", "same-origin"]) await ask(app, STATUS, { ...WRONG, "sec-fetch-site": site });
  }
  assertEquals(app.services.bans.list().map(({ client }) => client), ["192.0.2.1"]);
});

Deno.test("the right token lifts the ban of its client, but only in the operator's area", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 12; i++) await ask(app, STATUS, WRONG);
  assertEquals(await ask(app, "/", RIGHT), 403);
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { [LOOP_HEADER]: "1" }]) {
    assertEquals(await ask(app, STATUS, { ...RIGHT, ...headers }), 403);
  }
  assertEquals(await ask(app, STATUS, RIGHT), 200);
  for (let i = 0; i < 9; i++) assertEquals(await ask(app, STATUS, WRONG), 401);
  assertEquals(await ask(app, "/"), 200);
});

Deno.test("OperatorToken.liftBan() reads ten tokens of a banned client in a minute", async () => {
  const clock = { ms: 0 };
  const log = createLog({ level: "error" });
  const bans = new Bans(log, () => clock.ms);
  const token = new OperatorToken(TOKEN, bans, () => clock.ms);
  const isBannedAfter = async (headers: Record<string, string>) => {
    const req = new Request("http://localhost/", { headers });
    await token.liftBan({ req, state: { network: "192.0.2.1" } } as unknown as Context);
    return bans.has("192.0.2.1");
  };
  for (let i = 0; i < 10; i++) bans.countWrongToken("192.0.2.1");
  // Requests without a token are not counted: otherwise a page could lock the operator out.
  for (let i = 0; i < 20; i++) assertEquals(await isBannedAfter({}), true);
  for (let i = 0; i < 10; i++) assertEquals(await isBannedAfter(WRONG), true);
  assertEquals(await isBannedAfter(RIGHT), true);
  clock.ms = 6000;
  assertEquals(await isBannedAfter(RIGHT), false);
});

Deno.test("a loopback or private peer is never banned, because it may be a proxy", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const client of ["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "::ffff:192.168.0.1"]) {
    for (let i = 0; i < 12; i++) assertEquals(await ask(app, STATUS, WRONG, { client }), 401, client);
    assertEquals(await ask(app, "/api/v1/uptime", {}, { client }), 200, client);
  }
  await using trusting = await startApp({ OPERATOR_TOKEN: TOKEN, TRUST_PROXY: "1" });
  const headers = { ...WRONG, "x-forwarded-for": "198.51.100.7" };
  for (let i = 0; i < 10; i++) await ask(trusting, STATUS, headers, { client: "10.0.0.1" });
  assertEquals(await ask(trusting, "/", { "x-forwarded-for": "198.51.100.7" }, { client: "10.0.0.1" }), 403);
  assertEquals(await ask(trusting, "/", { "x-forwarded-for": "198.51.100.8" }, { client: "10.0.0.1" }), 200);
});

Deno.test("GET operator/bans lists the bans, and DELETE lifts one in any form of its address, once", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
  const client = "2001:db8::5";
  for (const written of ["2001:db8::/64", "2001:DB8:0::/64", "2001:db8::77", "2001:db8:0:0::/64"]) {
    for (let i = 0; i < 10; i++) await ask(app, STATUS, WRONG, { client });
    const { total, bans } = await (await app.fetch("/api/v5/app/operator/bans", { headers: RIGHT })).json();
    assertEquals([total, bans[0].client], [1, "2001:db8:0:0::/64"]);
    const path = `/api/v5/app/operator/bans/${encodeURIComponent(written)}`;
    const lifted = await app.fetch(path, { method: "DELETE", headers: RIGHT });
    assertEquals((await lifted.json()).client, "2001:db8:0:0::/64", written);
    assertEquals(await ask(app, "/", {}, { client }), 200);
    assertEquals(await ask(app, path, RIGHT, { method: "DELETE" }), 404);
  }
  const get = await app.fetch("/api/v5/app/operator/bans/192.0.2.7", { headers: RIGHT });
  assertEquals([get.status, get.headers.get("allow")], [405, "DELETE, OPTIONS"]);
  await get.body?.cancel();
});

Deno.test("bans outlive the process, and a damaged bans.kv does not stop the start", async () => {
  const folder = await Deno.makeTempDir();
  const copy = async (from: string, to: string) => {
    for (const { name } of Deno.readDirSync(from)) {
      if (name.startsWith("bans.kv")) await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
    }
  };
  {
    await using app = await startApp({ OPERATOR_TOKEN: TOKEN });
    for (let i = 0; i < 10; i++) await ask(app, STATUS, WRONG);
    await app.services.bans.close();
    await copy(app.dataFolder, folder);
  }
  await using later = await startApp({ OPERATOR_TOKEN: TOKEN }, { prepare: (data) => copy(folder, data) });
  assertEquals(await ask(later, "/"), 403);
  await Deno.writeTextFile(`${folder}/bans.kv`, "no database ".repeat(1000));
  await using damaged = await startApp({ OPERATOR_TOKEN: TOKEN, LOG_LEVEL: "error" }, {
    prepare: (data) => copy(folder, data),
  });
  assertEquals(await ask(damaged, "/"), 200);
  assert(await Deno.stat(`${damaged.dataFolder}/bans.kv.damaged`));
  await Deno.remove(folder, { recursive: true });
});

async function ask(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
  init: { method?: string; client?: string } = {},
): Promise<number> {
  const response = await app.fetch(path, { ...init, headers });
  await response.body?.cancel();
  return response.status;
}
