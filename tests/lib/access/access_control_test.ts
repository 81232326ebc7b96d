import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  AccessControl,
  type AccessControlOptions,
  type AdmittedPath,
  type PathAccess,
} from "@/lib/access/access_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { RequestState } from "@/lib/http/request_state.ts";
import { openStore } from "@/lib/store/shared_store.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
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
    room: new WaitingRoom(),
    clock: () => 0,
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
  assertEquals(access.admit(toContext(), { access: "unchecked" }), undefined);
});

Deno.test("AccessControl.admit() lets every request wait for its turn, except a long one that waits for a slot", async () => {
  let now = 0;
  const access = createAccess({ rateLimit: undefined, clock: () => now });
  const long = `http://paw.example/?${"x".repeat(9000)}`;
  const enter = (url: string, path: AdmittedPath) => access.admit(createContext(new Request(url)), path);
  // The first request has taken all of a slice.
  assertEquals(enter(long, {}), undefined);
  now = 10;
  assertEquals(enter(long, { mayHaveLongQuery: true }), undefined);
  const waiting = [
    enter(long, {}),
    enter("http://paw.example/", { mayHaveLongQuery: true }),
    enter(long, { access: "operator" }),
  ];
  assertEquals(waiting.map((each) => each instanceof Promise), [true, true, true]);
  await Promise.all(waiting);
});

Deno.test("AccessControl.admit() refuses a request that had to wait if its client owes points", async () => {
  let now = 0;
  const access = createAccess({ clock: () => now });
  const first = toContext();
  assertEquals(access.admit(first), undefined);
  now = 10;
  const [paid, refused] = [access.admit(toContext()), access.admit(toContext())];
  first.state.charge(7);
  await paid;
  first.state.charge(1);
  assertEquals((await assertRejects(() => Promise.resolve(refused), ApiError)).code, "rate_limited");
});

Deno.test("AccessControl.admit() limits an IPv6 /56, and bans a /64", () => {
  const access = createAccess();
  const admit = (network: string) => access.admit(createContext(new Request("http://a/"), { client: "56", network }));
  for (let i = 0; i < 10; i++) access.bans.countWrongToken("bad");
  assertEquals(assertThrows(() => admit("bad"), ApiError).code, "banned");
  for (let i = 0; i < 10; i++) admit(`good ${i}`);
  assertEquals(assertThrows(() => admit("good"), ApiError).code, "rate_limited");
});

/** Returns the `ratelimit` header of a response to an accepted request, of 1,200 points. */
function settle(state: Partial<RequestState>, cache = "no-store", path: PathAccess = "limited"): string | null {
  const access = createAccess({ rateLimit: 1200 });
  const ctx = toContext();
  access.admit(ctx, { access: path });
  Object.assign(ctx.state, state);
  const response = new Response(null, { headers: { "cache-control": cache } });
  access.settle(ctx, response);
  return response.headers.get("ratelimit");
}

Deno.test("AccessControl.settle() charges each full 500,000 bytes, received and sent", () => {
  assertEquals(settle({}), '"default";r=1199;t=1');
  assertEquals(settle({ bytes: 499_999 }), '"default";r=1199;t=1');
  assertEquals(settle({ bytes: 300_000, receivedBytes: 200_000 }), '"default";r=1198;t=1');
  assertEquals(settle({ receivedBytes: 20_000_000 }), '"default";r=1159;t=3');
  assertEquals(settle({ bytes: 5_000_000_000 }), '"default";r=0;t=120');
});

Deno.test("AccessControl.settle() tells no shared cache the points of a caller, and nobody those of a free request", () => {
  const headers = ["public, max-age=60", "private, max-age=60", "no-cache"].map((cache) => settle({}, cache));
  assertEquals(headers, [null, '"default";r=1199;t=1', '"default";r=1199;t=1']);
  assertEquals(settle({}, "no-store", "unchecked"), null);
});

Deno.test("AccessControl.settle() states the points of a client without any, but not of a banned one", () => {
  const access = createAccess();
  const first = toContext();
  access.admit(first);
  first.state.charge(14);
  access.settle(first, new Response());
  const statePoints = (code: string) => {
    const ctx = toContext();
    assertEquals(assertThrows(() => access.admit(ctx), ApiError).code, code);
    const response = new Response();
    access.settle(ctx, response);
    return response.headers.get("ratelimit");
  };
  assertEquals(statePoints("rate_limited"), '"default";r=0;t=90');
  for (let i = 0; i < 10; i++) access.bans.countWrongToken("127.0.0.1");
  assertEquals(statePoints("banned"), null);
});

Deno.test("AccessControl.requireOperatorToken() throws if there is none, because the area does not exist then", async () => {
  const access = createAccess({ operatorToken: undefined });
  assertEquals(assertThrows(() => access.requireOperatorToken(), ApiError).code, "not_found");
  await createAccess().requireOperatorToken().authenticate(toContext({ authorization: `Bearer ${TOKEN}` }));
});

Deno.test("AccessControl.admit() lifts a ban for the right token, in the operator area only", async () => {
  const access = createAccess({ rateLimit: undefined, baseUrl: "https://public.example" });
  for (let i = 0; i < 10; i++) access.bans.countWrongToken("127.0.0.1");
  /** Returns how a request ends. */
  const enter = async (headers: Record<string, string>, path: PathAccess = "operator") => {
    try {
      await access.admit(toContext(headers), { access: path });
    } catch (error) {
      return error instanceof ApiError ? error.code : error;
    }
  };
  const right = { authorization: `Bearer ${TOKEN}` };
  assertEquals([await enter(right, "limited"), await enter({}), await enter(right)], [
    "banned",
    "banned",
    undefined,
  ]);
  // A browser that reached the service under another host.
  assertEquals(await enter({ "sec-fetch-site": "same-origin", ...right }), "forbidden_host");
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
  access.bans.start = () => new Promise(() => {});
  using timers = recordDelays();
  const admitted = access.admit(toContext());
  assertEquals(timers.delays.at(-1), 2_000);
  await admitted;
  assertEquals(access.admit(toContext()), undefined);
  await access.close();
  await Deno.remove(dir, { recursive: true });
});

Deno.test("AccessControl.close() does not open a store that no request has needed", async () => {
  const dir = await Deno.makeTempDir();
  await createAccess({ stateUrl: `kv:${dir}/state.db` }).close();
  assertEquals(await Array.fromAsync(Deno.readDir(dir)), []);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("AccessControl.close() waits at most 300 ms for a store that does not answer", async () => {
  const dir = await Deno.makeTempDir();
  const access = createAccess({ stateUrl: `kv:${dir}/state.db` });
  access.bans.start = access.bans.close = () => new Promise(() => {});
  using timers = recordDelays();
  access.open();
  const closed = access.close();
  assertEquals(timers.delays.at(-1), 300);
  await closed;
  await Deno.remove(dir, { recursive: true });
});
