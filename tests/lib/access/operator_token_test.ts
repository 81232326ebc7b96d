import { assertEquals, assertRejects, fail } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { isSameToken, OperatorToken, readToken } from "@/lib/access/operator_token.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { createContext } from "../http/context.ts";

const TOKEN = "a-token-of-the-operator";
const WRONG = { authorization: "Bearer wrong" };
const RIGHT = { authorization: `Bearer ${TOKEN}` };
const NETWORK = "2001:db8:0:1::/64";

function createToken(baseUrl?: string) {
  const time = { now: 0 };
  const clock = () => time.now;
  const bans = new Bans({ clock });
  return { time, bans, token: new OperatorToken({ token: TOKEN, bans, clock, trustProxy: 0, baseUrl }) };
}

function toContext(headers: Record<string, string>) {
  return createContext(new Request("http://paw.example/", { headers }), { network: NETWORK });
}

Deno.test("OperatorToken.authenticate() accepts the token, and bans a network after ten wrong ones", async () => {
  const { bans, token } = createToken();
  await token.authenticate(toContext(RIGHT));
  for (let got = 1; got <= 10; got++) {
    const error = await assertRejects(() => token.authenticate(toContext(WRONG)), ApiError);
    assertEquals([error.code, error.details], ["authentication_required", { limit: 10, got }]);
  }
  assertEquals(bans.list().map(({ client }) => client), [NETWORK]);
});

Deno.test("OperatorToken.authenticate() compares no more than ten wrong tokens that arrive together", async () => {
  const { token } = createToken();
  const attempts = Array.from({ length: 30 }, () => token.authenticate(toContext(WRONG)).catch(({ code }) => code));
  const codes = await Promise.all([...attempts, token.authenticate(toContext(RIGHT)).catch(({ code }) => code)]);
  assertEquals(codes.filter((code) => code === "authentication_required").length, 10);
  assertEquals(codes.filter((code) => code === "banned").length, 21);
});

Deno.test("OperatorToken.authenticate() counts only what the caller itself has sent", async () => {
  const { bans, token } = createToken();
  const others = { ...WRONG, "sec-fetch-site": "cross-site" };
  const filter = { ...WRONG, "pawkit-filtered-by": "a" };
  for (
    const [headers, code] of [[others, "authentication_required"], [{}, "authentication_required"], [
      filter,
      "not_found",
    ]] as const
  ) {
    for (let i = 0; i < 10; i++) {
      assertEquals((await assertRejects(() => token.authenticate(toContext(headers)), ApiError)).code, code);
    }
  }
  assertEquals(bans.list(), []);
});

function createBanned(baseUrl?: string) {
  const { time, bans, token } = createToken(baseUrl);
  const ban = () => {
    for (let i = 0; i < 10; i++) bans.countWrongToken(NETWORK);
  };
  ban();
  /** Returns whether the client is banned after it has sent these headers at a time. */
  const isBannedAfter = async (headers: Record<string, string>, ms = 0) => {
    time.now = ms;
    await token.liftBan(toContext(headers));
    return bans.isBanned(NETWORK);
  };
  return { token, ban, isBannedAfter };
}

Deno.test("OperatorToken.liftBan() compares ten tokens of a banned client a minute", async () => {
  const { isBannedAfter } = createBanned();
  // Requests without a token are no attempts: a page could otherwise lock the operator out.
  for (let i = 0; i < 20; i++) assertEquals(await isBannedAfter({}), true);
  assertEquals(await Promise.all(Array.from({ length: 10 }, () => isBannedAfter(WRONG))), Array(10).fill(true));
  assertEquals([await isBannedAfter(RIGHT), await isBannedAfter(RIGHT, 5_999)], [true, true]);
  assertEquals(await isBannedAfter(RIGHT, 6_000), false);
});

Deno.test("OperatorToken.liftBan() accepts the right token as the tenth, and does not read an eleventh", async () => {
  const { token, ban, isBannedAfter } = createBanned();
  for (let i = 0; i < 9; i++) await isBannedAfter(WRONG);
  assertEquals(await isBannedAfter(RIGHT), false);
  ban();
  const { req, ...ctx } = toContext(RIGHT);
  const unread = new Proxy(req, { get: (_, name) => fail(`the request was read: ${String(name)}`) });
  await token.liftBan({ ...ctx, req: unread });
  assertEquals(await isBannedAfter(RIGHT), true);
});

Deno.test("OperatorToken.liftBan() ignores a browser under another host than BASE_URL, and a request of another site", async () => {
  const { isBannedAfter } = createBanned("https://public.example");
  for (let i = 0; i < 20; i++) {
    assertEquals(await isBannedAfter({ ...RIGHT, "sec-fetch-site": "same-origin" }), true);
    assertEquals(await isBannedAfter({ ...RIGHT, "sec-fetch-site": "cross-site" }), true);
  }
  assertEquals(await isBannedAfter(RIGHT), false);
});

function readFrom(authorization: string): string | undefined {
  return readToken(new Request("http://paw.example/", { headers: { authorization } }));
}

Deno.test("readToken() returns the bearer token, or undefined if there is none", () => {
  assertEquals([readFrom("Bearer a-token"), readFrom("bearer  a-token ")], ["a-token", "a-token"]);
  for (const header of ["", "a-token", "Bearer", "Bearer ", "Basic a-token", "Bearer a-token x"]) {
    assertEquals(readFrom(header), undefined, header);
  }
  assertEquals(readToken(new Request("http://paw.example/")), undefined);
});

Deno.test("isSameToken() accepts the token and rejects any other", async () => {
  assertEquals(await isSameToken("right-token", "right-token"), true);
  for (const token of ["wrong", "right-toke", "right-token1", "RIGHT-TOKEN"]) {
    assertEquals(await isSameToken(token, "right-token"), false, token);
  }
});
