import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const BANS = "/api/v5/app/operator/bans";

Deno.test("DELETE /api/v5/{app_name}/operator/bans/{client} lifts a ban, once", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const client of ["192.0.2.7", "2001:db8::/64"]) {
    for (let i = 0; i < 10; i++) call.services.access.bans.countWrongToken(client);
    assertEquals(call.services.access.bans.isBanned(client), true);
    const lift = () => call(`${BANS}/${encodeURIComponent(client)}`, { method: "DELETE", headers: AUTHORIZED });
    const body = await (await lift()).json();
    assertEquals([body.success, body.client], [true, client]);
    assertEquals(call.services.access.bans.isBanned(client), false);
    assertEquals((await (await lift()).json()).code, "not_found");
  }
});

Deno.test("DELETE /api/v5/{app_name}/operator/bans/{client} needs the token, and counts a wrong one", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (let i = 0; i < 10; i++) call.services.access.bans.countWrongToken("192.0.2.7");
  const headers = { authorization: "Bearer a-token-of-an-attacker" };
  const wrong = await (await call(`${BANS}/192.0.2.7`, { method: "DELETE", headers })).json();
  assertEquals([wrong.code, wrong.details.got], ["authentication_required", 1]);
  const none = await (await call(`${BANS}/192.0.2.7`, { method: "DELETE" })).json();
  assertEquals(none.code, "authentication_required");
  assertEquals(call.services.access.bans.isBanned("192.0.2.7"), true);
});

Deno.test("OPTIONS of a ban allows no page of another origin to lift it, and GET is a 405", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const headers = { origin: "https://other.example", "access-control-request-method": "DELETE" };
  const preflight = await call(`${BANS}/192.0.2.7`, { method: "OPTIONS", headers });
  assertEquals(preflight.headers.get("allow"), "DELETE, OPTIONS");
  assertEquals(preflight.headers.get("access-control-allow-methods"), null);
  const got = await call(`${BANS}/192.0.2.7`, { headers: AUTHORIZED });
  assertEquals([got.status, got.headers.get("allow"), (await got.json()).code], [
    405,
    "DELETE, OPTIONS",
    "method_not_allowed",
  ]);
});
