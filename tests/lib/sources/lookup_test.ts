import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { createLookup } from "@/lib/sources/lookup.ts";
import { type DnsAnswer, startNameServer } from "./name_server.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const V6 = "26064700000000000000000000000001";
const NEVER: AbortSignal = new AbortController().signal;

/** Looks up a name at a name server with these records, such as `A pictures.example`. */
async function lookUp(name: string, records: Readonly<Record<string, DnsAnswer>>, signal = NEVER) {
  await using nameServer = await startNameServer((query) => query in records ? records[query] : "NXDOMAIN");
  const addresses = await createLookup({ nameServer })(name, signal);
  return { addresses: addresses.map(({ address, family }) => `${family} ${address}`), queries: nameServer.queries };
}

Deno.test("createLookup() returns the addresses of both families in turn, IPv6 first", async () => {
  const { addresses, queries } = await lookUp("a.example", {
    "A a.example": ["1.1.1.1", "1.0.0.1"],
    "AAAA a.example": [V6],
  });
  assertEquals(addresses, ["6 2606:4700::1", "4 1.1.1.1", "4 1.0.0.1"]);
  assertEquals(queries.toSorted(), ["A a.example", "AAAA a.example"]);
});

Deno.test("createLookup() returns one family if the other has no address or its query fails", async () => {
  for (const other of [[], "NXDOMAIN", "SERVFAIL"] as const) {
    assertEquals(
      (await lookUp("a.example", { "A a.example": ["1.1.1.1"], "AAAA a.example": other })).addresses.length,
      1,
    );
    assertEquals((await lookUp("a.example", { "A a.example": other, "AAAA a.example": [V6] })).addresses.length, 1);
  }
});

Deno.test("createLookup() leaves out a family without an answer and ends its query", async () => {
  const withoutIpv6 = await lookUp("a.example", { "A a.example": ["1.1.1.1"], "AAAA a.example": undefined });
  assertEquals(withoutIpv6.addresses, ["4 1.1.1.1"]);
  const withoutIpv4 = await lookUp("a.example", { "A a.example": undefined, "AAAA a.example": [V6] });
  assertEquals(withoutIpv4.addresses, ["6 2606:4700::1"]);
});

Deno.test("createLookup() follows a CNAME", async () => {
  const records = { "A a.example": ["b.example"], "AAAA a.example": [], "A b.example": ["1.1.1.1"] };
  assertEquals((await lookUp("a.example", records)).addresses, ["4 1.1.1.1"]);
});

Deno.test("createLookup() throws if no family has an address", async () => {
  for (const answer of [[], "NXDOMAIN", "SERVFAIL"] as const) {
    await assertRejects(() => lookUp("a.example", { "A a.example": answer, "AAAA a.example": answer }), Error);
  }
});

Deno.test("createLookup() asks for the name alone, without search domains", async () => {
  await using nameServer = await startNameServer(() => "NXDOMAIN");
  await assertRejects(() => createLookup({ nameServer })("short", NEVER), Error);
  assertEquals(nameServer.queries.toSorted(), ["A short", "AAAA short"]);
});

Deno.test("createLookup() stops when its signal aborts", async () => {
  const controller = new AbortController();
  await using nameServer = await startNameServer(() => {
    controller.abort();
    return undefined;
  });
  await assertRejects(() => createLookup({ nameServer })("a.example", controller.signal), DOMException);
});

Deno.test("createLookup() returns the loopback addresses of localhost without a query", async () => {
  const { addresses, queries } = await lookUp("localhost", {});
  assertEquals([addresses, queries], [["6 ::1", "4 127.0.0.1"], []]);
});

Deno.test("createLookup() uses at most four threads, only for names that Deno cannot look up", async () => {
  await using nameServer = await startNameServer(() => ["1.1.1.1"]);
  const { promise, resolve } = Promise.withResolvers<{ address: string; family: number }[]>();
  const lookup = createLookup({ nameServer, lookUpInThread: () => promise });
  const unusual = Array.from({ length: 4 }, () => lookup("a_b.example", NEVER));
  const { code } = await assertRejects(() => lookup("c_d.example", NEVER), ApiError);
  assertEquals([code, (await lookup("a.example", NEVER)).length], ["overloaded", 1]);
  resolve([{ address: "1.1.1.1", family: 4 }]);
  assertEquals((await Promise.all(unusual)).flat().length, 4);
  assertEquals(await lookup("c_d.example", NEVER), [{ address: "1.1.1.1", family: 4 }]);
});
