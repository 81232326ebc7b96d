import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { AccessControl, type AccessControlOptions } from "@/lib/access/access_control.ts";
import { toClientShares } from "@/lib/access/shares.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { NO_TELEMETRY } from "@/lib/metrics/telemetry.ts";
import { openStore } from "@/lib/state/shared_store.ts";
import { createContext } from "../http/context.ts";

const TOKEN = "a-token-of-the-operator";

function createAccess(options: Partial<AccessControlOptions> = {}): AccessControl {
  const { trace } = NO_TELEMETRY;
  return new AccessControl({
    rateLimit: 10,
    operatorToken: TOKEN,
    stateUrl: "",
    clients: new ClientHash(),
    trace,
    shares: toClientShares({ clientShares: 1 }),
    ...options,
  });
}

function toContext(headers: Record<string, string> = {}) {
  return createContext(new Request("http://paw.example/", { headers }), { startedAt: 1 });
}

Deno.test("AccessControl.admit() decides without a promise in memory, and /healthz costs nothing", () => {
  const access = createAccess();
  for (let i = 0; i < 10; i++) assertEquals(access.admit(toContext()), undefined);
  assertEquals(assertThrows(() => access.admit(toContext()), ApiError).code, "rate_limited");
  assertEquals(access.admit({ ...toContext(), route: "/healthz" }), undefined);
});

Deno.test("AccessControl.charge() sets the ratelimit header and takes all points of an expensive request or none", () => {
  const access = createAccess();
  const ctx = toContext();
  access.charge(ctx, 8);
  assertEquals(ctx.state.rateLimit, '"default";r=2;t=60');
  assertThrows(() => access.charge(ctx, 3), ApiError);
  access.charge(ctx, 2);
});

Deno.test("AccessControl.authenticate() accepts the token, and bans a client after ten wrong ones", async () => {
  const access = createAccess();
  await access.authenticate(toContext({ authorization: `Bearer ${TOKEN}` }));
  for (let i = 0; i < 10; i++) {
    const wrong = toContext({ authorization: "Bearer wrong" });
    const error = await assertRejects(() => access.authenticate(wrong), ApiError);
    assertEquals(error.code, "authentication_required");
  }
  assertEquals(assertThrows(() => access.admit(toContext()), ApiError).code, "banned");
});

Deno.test("AccessControl.admit() takes points for every token of a banned client, so that guessing stays slow", async () => {
  const access = createAccess();
  for (let i = 0; i < 10; i++) await access.bans.countFailure("127.0.0.1");
  const route = "/api/v5/:app_name/operator/status";
  const guess = () => Promise.resolve(access.admit({ ...toContext({ authorization: "Bearer wrong" }), route }));
  const codes = [];
  for (let i = 0; i < 11; i++) codes.push((await assertRejects(guess, ApiError)).code);
  assertEquals(codes, [...Array(10).fill("banned"), "rate_limited"]);
});

Deno.test("AccessControl.admit() makes the first request wait for the bans in the store", async () => {
  const dir = await Deno.makeTempDir();
  const stateUrl = `kv:${dir}/state.db`;
  const engine = await openStore(stateUrl, () => {});
  await engine.saveBans([{ client: "127.0.0.1", until: Date.now() + 60_000 }]);
  engine.close();
  const access = createAccess({ stateUrl });
  const error = await assertRejects(() => Promise.resolve(access.admit(toContext())), ApiError);
  assertEquals([error.code, access.state], ["banned", { engine: "kv", isUp: true }]);
  await access.close();
  await Deno.remove(dir, { recursive: true });
});
