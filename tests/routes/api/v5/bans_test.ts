import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const TOKEN = "a-token-of-the-operator";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const BANS = "/api/v5/app/operator/bans";

Deno.test("DELETE /api/v5/{app_name}/operator/bans/{client} lifts a ban, once", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN });
  for (const client of ["192.0.2.7", "2001:db8:0:0::/64"]) {
    for (let i = 0; i < 10; i++) call.services.access.bans.countWrongToken(client);
    assertEquals(call.services.access.bans.isBanned(client), true);
    const lift = () => call(`${BANS}/${encodeURIComponent(client)}`, { method: "DELETE", headers: AUTHORIZED });
    const body = await (await lift()).json();
    assertEquals([body.success, body.client], [true, client]);
    assertEquals(call.services.access.bans.isBanned(client), false);
    assertEquals((await (await lift()).json()).code, "not_found");
  }
});

Deno.test("DELETE /api/v5/{app_name}/operator/bans/{client} accepts every form of a network, and each address in it", async () => {
  await using call = await startApp({ OPERATOR_TOKEN: TOKEN });
  const { bans } = call.services.access;
  const lift = (written: string) =>
    call(`${BANS}/${encodeURIComponent(written)}`, { method: "DELETE", headers: AUTHORIZED });
  const forms = {
    "2001:db8:0:0::/64": ["2001:db8::/64", "2001:DB8:0::/64", "2001:db8::5", "[2001:db8:0:0:1::]", "2001:db8::"],
    "192.0.2.7": ["::ffff:192.0.2.7", "192.0.2.7:443"],
    local: ["local"],
  };
  for (const [network, written] of Object.entries(forms)) {
    for (const each of written) {
      for (let i = 0; i < 10; i++) bans.countWrongToken(network);
      assertEquals((await (await lift(each)).json()).client, network, each);
      assertEquals(bans.isBanned(network), false, each);
    }
  }
  for (let i = 0; i < 10; i++) bans.countWrongToken("2001:db8:0:0::/64");
  for (const other of ["2001:db8::/56", "2001:db8::/640", "2001:db8:0:1::/64", "2001:db8::/64/64", "/64", "x"]) {
    assertEquals((await (await lift(other)).json()).code, "not_found", other);
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
