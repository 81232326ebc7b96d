import { assertEquals, assertMatch, assertRejects, assertThrows, fail } from "@std/assert";
import {
  AccessControl,
  type AccessControlOptions,
  rateLimitedError,
  toRateLimitHeader,
} from "@/lib/access/access_control.ts";
import { SharedClock } from "@/lib/access/limiter.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { openStore } from "@/lib/store/shared_store.ts";
import { holdTimeouts, recordDelays } from "../async/recorded_delays.ts";
import { createContext } from "../http/context.ts";

const TOKEN = "a-token-of-the-operator";

function createAccess(options: Partial<AccessControlOptions> = {}): AccessControl {
  return new AccessControl({
    rateLimit: 10,
    operatorToken: TOKEN,
    stateUrl: "",
    trustProxy: 0,
    baseUrl: undefined,
    clock: new SharedClock(() => 0),
    clientShares: 1,
    ...options,
  });
}

function toContext(headers: Record<string, string> = {}) {
  return createContext(new Request("http://paw.example/", { headers }));
}

Deno.test("AccessControl.admit() decides without a promise in memory, and /healthz costs nothing", () => {
  const access = createAccess();
  for (let i = 0; i < 10; i++) assertEquals(access.admit(toContext()), undefined);
  assertEquals(assertThrows(() => access.admit(toContext()), ApiError).code, "rate_limited");
  assertEquals(access.admit({ ...toContext(), route: "/healthz" }), undefined);
});

/** Creates an access control at the start of a minute, and a function that lets time pass. */
function createTimed() {
  let now = 0;
  const access = createAccess({ clock: new SharedClock(() => now) });
  return { access, pass: (ms: number) => now += ms };
}

Deno.test("AccessControl.take() sets the ratelimit header and takes all points before work or none", () => {
  const { access } = createTimed();
  const ctx = toContext();
  access.take(ctx, 8);
  assertEquals(ctx.state.rateLimit, '"default";r=2;t=60');
  const error = assertThrows(() => access.take(ctx, 3), ApiError);
  assertEquals([error.code, error.headers?.["retry-after"]], ["rate_limited", "60"]);
  access.take(ctx, 2);
});

Deno.test("AccessControl.charge() never refuses the work that is done, and the next minute begins with the debt", () => {
  const { access, pass } = createTimed();
  const ctx = toContext();
  access.charge(ctx, 14);
  assertEquals(ctx.state.rateLimit, '"default";r=0;t=60');
  pass(60_000);
  access.take(ctx, 5);
  assertEquals(ctx.state.rateLimit, '"default";r=1;t=60');
});

Deno.test("AccessControl.assertNoDebt() refuses work at its turn only after earlier requests were charged too much", () => {
  const { access, pass } = createTimed();
  const ctx = toContext();
  access.take(ctx, 10);
  access.assertNoDebt(ctx, 10);
  access.charge(ctx, 1);
  pass(20_000);
  const error = assertThrows(() => access.assertNoDebt(ctx, 10), ApiError);
  assertEquals([error.code, error.headers?.["retry-after"]], ["rate_limited", "100"]);
  pass(40_000);
  access.assertNoDebt(ctx, 10);
});

Deno.test("AccessControl.take() states in retry-after when the whole request would be accepted", () => {
  const { access } = createTimed();
  const ctx = toContext();
  access.charge(ctx, 11);
  // Another request costs one point, which fits into the next minute, and then nine, which do not.
  const error = assertThrows(() => access.take(ctx, 9), ApiError);
  assertEquals(error.headers?.["retry-after"], "120");
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

const STATUS = "/api/v5/:app_name/operator/status";

function createBanned(options: Partial<AccessControlOptions> = {}) {
  let now = 0;
  const access = createAccess({ rateLimit: undefined, clock: new SharedClock(() => now), ...options });
  for (let i = 0; i < 10; i++) access.bans.countWrongToken("127.0.0.1");
  /** Returns how a request to the operator area ends that arrives after `ms` milliseconds. */
  const enter = async (headers: Record<string, string>, ms = 1) => {
    now = ms;
    try {
      await access.admit({ ...toContext(headers), route: STATUS });
    } catch (error) {
      return error instanceof ApiError ? error.code : error;
    }
  };
  return { access, enter };
}

const WRONG = { authorization: "Bearer wrong" };
const RIGHT = { authorization: `Bearer ${TOKEN}` };

Deno.test("AccessControl.admit() checks ten tokens of a banned client a minute, without a rate limit, too", async () => {
  const { access, enter } = createBanned();
  // Requests without a token are no attempts: a page could otherwise lock the operator out.
  for (let i = 0; i < 20; i++) assertEquals(await enter({}), "banned");
  const codes = await Promise.all(Array.from({ length: 10 }, () => enter(WRONG)));
  assertEquals([codes, await enter(RIGHT)], [Array(10).fill("banned"), "banned"]);
  assertEquals([await enter(RIGHT, 59_999), access.bans.list().length], ["banned", 1]);
  assertEquals([await enter(RIGHT, 60_000), access.bans.list()], [undefined, []]);
});

Deno.test("AccessControl.admit() accepts the right token as the tenth, and does not read an eleventh", async () => {
  const { access, enter } = createBanned();
  for (let i = 0; i < 9; i++) await enter(WRONG);
  assertEquals([await enter(RIGHT), access.bans.list()], [undefined, []]);
  for (let i = 0; i < 10; i++) access.bans.countWrongToken("127.0.0.1");
  const { state, ...ctx } = toContext();
  const unread = new Proxy(ctx.req, { get: (_, name) => fail(`the request was read: ${String(name)}`) });
  const admission = Promise.resolve(access.admit({ ...ctx, state, route: STATUS, req: unread }));
  assertEquals((await assertRejects(() => admission, ApiError)).code, "banned");
});

Deno.test("AccessControl.admit() rejects a browser under another host than BASE_URL, and counts no attempt", async () => {
  const { enter } = createBanned({ baseUrl: "https://public.example" });
  const page = { "sec-fetch-site": "same-origin" };
  for (let i = 0; i < 20; i++) assertEquals(await enter({ ...page, ...RIGHT }), "banned");
  assertEquals(await enter(RIGHT), undefined);
  assertEquals(await enter({ ...page, ...WRONG }), "forbidden_host");
});

Deno.test("AccessControl.admit() makes the first request wait for the bans in the store", async () => {
  const dir = await Deno.makeTempDir();
  const stateUrl = `kv:${dir}/state.db`;
  const store = await openStore(stateUrl);
  await store.writeBan({ client: "127.0.0.1", leftMs: 60_000 });
  store.close();
  const access = createAccess({ stateUrl });
  using _ = holdTimeouts(2_000);
  const error = await assertRejects(() => Promise.resolve(access.admit(toContext())), ApiError);
  assertEquals([error.code, access.store], ["banned", { engine: "kv", isUp: true }]);
  await access.close();
  await Deno.remove(dir, { recursive: true });
});

Deno.test("AccessControl.admit() waits at most two seconds for a store that does not answer", async () => {
  const dir = await Deno.makeTempDir();
  const access = createAccess({ stateUrl: `kv:${dir}/state.db` });
  access.bans.load = () => new Promise(() => {});
  using timers = recordDelays("setTimeout");
  const admitted = access.admit(toContext());
  assertEquals(timers.delays.at(-1), 2_000);
  await admitted;
  assertEquals(access.admit(toContext()), undefined);
  await access.close();
  await Deno.remove(dir, { recursive: true });
});

Deno.test("toRateLimitHeader() follows the IETF draft", () => {
  assertEquals(toRateLimitHeader({ remaining: 1199, resetMs: 59_001 }), '"default";r=1199;t=60');
});

Deno.test("rateLimitedError() states when to try again", () => {
  const error = rateLimitedError(1200, { remaining: 4, retryMs: 12_345 });
  assertEquals([error.status, error.code], [429, "rate_limited"]);
  assertEquals(error.headers, { "retry-after": "13", "ratelimit-policy": '"default";q=1200;w=60' });
  assertEquals(error.details, { limit: 1200, got: 1196 });
  assertMatch(error.message, /in 13 s/);
});
