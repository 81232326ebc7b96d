import { assertEquals, assertRejects } from "@std/assert";
import { createResolver, type ResolverOptions } from "@/lib/sources/resolver.ts";
import { type DnsAnswer, startNameServer } from "./name_server.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const V6 = "26064700000000000000000000000001";
type Wait = NonNullable<ResolverOptions["wait"]>;
const NEVER: AbortSignal = new AbortController().signal;

/** Waits for a family until it answers, however long that takes. */
const waitForever: Wait = (_ms, work) => work;

/** Looks up a name at a name server with these records, such as `A pictures.example`. Deno may repeat a late query. */
async function lookUp(name: string, records: Readonly<Record<string, DnsAnswer>>, wait = waitForever) {
  await using nameServer = await startNameServer((query) => query in records ? records[query] : "NXDOMAIN");
  const addresses = await createResolver({ nameServer, wait })(name, NEVER);
  return { addresses, queries: new Set(nameServer.queries) };
}

Deno.test("createResolver() returns the addresses of both families in turn, IPv6 first", async () => {
  const { addresses, queries } = await lookUp("a.example", {
    "A a.example": ["1.1.1.1", "1.0.0.1"],
    "AAAA a.example": [V6],
  });
  assertEquals(addresses, ["2606:4700::1", "1.1.1.1", "1.0.0.1"]);
  assertEquals(queries, new Set(["A a.example", "AAAA a.example"]));
});

Deno.test("createResolver() returns one family if the other has no address or its query fails", async () => {
  for (const other of [[], "NXDOMAIN", "SERVFAIL"] as const) {
    assertEquals(
      (await lookUp("a.example", { "A a.example": ["1.1.1.1"], "AAAA a.example": other })).addresses.length,
      1,
    );
    assertEquals((await lookUp("a.example", { "A a.example": other, "AAAA a.example": [V6] })).addresses.length, 1);
  }
});

Deno.test("createResolver() waits 50 ms for IPv6 and 500 ms for IPv4, and then ends the query", async () => {
  let waited: number[] = [];
  // The time passes at once: only what has been answered is in time.
  const wait: Wait = (ms, work) => {
    waited.push(ms);
    return Promise.race([work, sleep(0).then(() => undefined)]);
  };
  const withoutIpv6 = { "A a.example": ["1.1.1.1"], "AAAA a.example": undefined };
  assertEquals((await lookUp("a.example", withoutIpv6, wait)).addresses, ["1.1.1.1"]);
  assertEquals(waited, [50, 50]);
  waited = [];
  const withoutIpv4 = { "A a.example": undefined, "AAAA a.example": [V6] };
  assertEquals((await lookUp("a.example", withoutIpv4, wait)).addresses, ["2606:4700::1"]);
  assertEquals(waited, [500, 500]);
});

Deno.test("createResolver() follows a CNAME", async () => {
  const records = { "A a.example": ["b.example"], "AAAA a.example": [], "A b.example": ["1.1.1.1"] };
  assertEquals((await lookUp("a.example", records)).addresses, ["1.1.1.1"]);
});

Deno.test("createResolver() throws if no family has an address", async () => {
  for (const answer of [[], "NXDOMAIN", "SERVFAIL"] as const) {
    await assertRejects(() => lookUp("a.example", { "A a.example": answer, "AAAA a.example": answer }), Error);
  }
});

Deno.test("createResolver() asks for the name alone, without search domains", async () => {
  await using nameServer = await startNameServer(() => "NXDOMAIN");
  await assertRejects(() => createResolver({ nameServer })("short", NEVER), Error);
  assertEquals(new Set(nameServer.queries), new Set(["A short", "AAAA short"]));
});

Deno.test("createResolver() stops when its signal aborts", async () => {
  const controller = new AbortController();
  await using nameServer = await startNameServer(() => {
    controller.abort();
    return undefined;
  });
  await assertRejects(() => createResolver({ nameServer })("a.example", controller.signal), DOMException);
});

Deno.test("createResolver() uses at most four threads, only for names that Deno cannot look up", async () => {
  await using nameServer = await startNameServer(() => ["1.1.1.1"]);
  const { promise, resolve } = Promise.withResolvers<{ address: string }[]>();
  const resolver = createResolver({ nameServer, lookUpInThread: () => promise });
  const unusual = Array.from({ length: 4 }, () => resolver("a_b.example", NEVER));
  const { code } = await assertRejects(() => resolver("c_d.example", NEVER), ApiError);
  assertEquals([code, (await resolver("a.example", NEVER)).length], ["overloaded", 1]);
  resolve([{ address: "1.1.1.1" }]);
  assertEquals((await Promise.all(unusual)).flat().length, 4);
  assertEquals(await resolver("c_d.example", NEVER), ["1.1.1.1"]);
});

Deno.test("createResolver() throws overloaded while 64 names hang, and continues when they have ended", async () => {
  await using nameServer = await startNameServer((query) => query.endsWith(" slow.example") ? undefined : ["1.1.1.1"]);
  const resolver = createResolver({ nameServer });
  const controller = new AbortController();
  const hanging = Array.from({ length: 64 }, () => resolver("slow.example", controller.signal));
  const error = await assertRejects(() => resolver("a.example", NEVER), ApiError);
  assertEquals([error.code, error.headers], ["overloaded", { "retry-after": "5" }]);
  controller.abort();
  await Promise.allSettled(hanging);
  assertEquals((await resolver("a.example", NEVER)).length, 1);
});
