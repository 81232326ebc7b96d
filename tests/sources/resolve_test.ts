import { assertEquals, assertRejects } from "@std/assert";
import { createResolver } from "@/lib/sources/resolve.ts";
import { type DnsAnswer, startNameServer } from "./name_server.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const V6 = "26064700000000000000000000000001";
const NEVER: AbortSignal = new AbortController().signal;

/** Looks up `a.example` at a name server with these records. */
async function lookUp(records: Readonly<Record<string, DnsAnswer>>) {
  await using nameServer = await startNameServer((query) => query in records ? records[query] : "NXDOMAIN");
  return await createResolver(nameServer)("a.example", NEVER);
}

Deno.test("createResolver() returns the addresses of both families, also behind a CNAME", async () => {
  const both = await lookUp({ "A a.example": ["1.1.1.1", "1.0.0.1"], "AAAA a.example": [V6] });
  assertEquals(both.toSorted(), ["1.0.0.1", "1.1.1.1", "2606:4700::1"]);
  const records = { "A a.example": ["b.example"], "AAAA a.example": [], "A b.example": ["1.1.1.1"] };
  assertEquals(await lookUp(records), ["1.1.1.1"]);
});

Deno.test("createResolver() returns one family if the other has no address, fails, or never answers", async () => {
  for (const other of [[], "NXDOMAIN", "SERVFAIL", undefined] as const) {
    assertEquals(await lookUp({ "A a.example": ["1.1.1.1"], "AAAA a.example": other }), ["1.1.1.1"]);
    assertEquals(await lookUp({ "A a.example": other, "AAAA a.example": [V6] }), ["2606:4700::1"]);
  }
});

Deno.test("createResolver() throws if no family has an address", async () => {
  for (const answer of [[], "NXDOMAIN", "SERVFAIL"] as const) {
    await assertRejects(() => lookUp({ "A a.example": answer, "AAAA a.example": answer }), Error);
  }
});

Deno.test("createResolver() returns at most 16 addresses", async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `1.1.1.${index}`);
  assertEquals((await lookUp({ "A a.example": addresses })).length, 16);
});

Deno.test("createResolver() asks for the name alone, without search domains", async () => {
  await using nameServer = await startNameServer(() => "NXDOMAIN");
  await assertRejects(() => createResolver(nameServer)("short", NEVER), Error);
  assertEquals(new Set(nameServer.queries), new Set(["A short", "AAAA short"]));
});

Deno.test("createResolver() stops when its signal aborts", async () => {
  const controller = new AbortController();
  await using nameServer = await startNameServer(() => {
    controller.abort();
    return undefined;
  });
  await assertRejects(() => createResolver(nameServer)("a.example", controller.signal), Error);
});
