import { assertEquals, assertMatch } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { clientAddress, readNetwork, toClient, toNetwork } from "@/lib/http/client_address.ts";
import { startApp } from "@/tests/support/app.ts";

const PROXY: Deno.NetAddr = { transport: "tcp", hostname: "10.0.0.1", port: 50_000 };

/** Returns the address of a request that came through this many trusted proxies. */
function addressOf(forwarded: string, trustProxy: number): string {
  const request = new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } });
  return clientAddress(request, PROXY, trustProxy);
}

const word = fc.integer({ min: 0, max: 0xffff });
// Never `::ffff:…`, which is IPv4 written as IPv6.
const ipv6 = fc.tuple(fc.integer({ min: 1, max: 0xffff }), word, word, word, word, word, word, word);
const hex = (value: number) => value.toString(16);

Deno.test("toClient() and toNetwork() are the /56 and the /64 of an IPv6 address, however it is written", () => {
  fc.assert(fc.property(ipv6, (words) => {
    const [a, b, c, d] = words;
    const long = words.map((each) => hex(each).padStart(4, "0")).join(":");
    for (const written of [long, long.toUpperCase(), `[${long}]`, `[${long}]:443`, `${long}%eth0`]) {
      const address = addressOf(written, 1);
      assertEquals(toClient(address), `${hex(a)}:${hex(b)}:${hex(c)}:${hex(d & 0xff00)}::/56`);
      assertEquals(toNetwork(address), `${hex(a)}:${hex(b)}:${hex(c)}:${hex(d)}::/64`);
      assertEquals(readNetwork(`${long}/64`), toNetwork(address));
    }
  }));
});

Deno.test("toClient() and toNetwork() leave an IPv4 address as it is", () => {
  fc.assert(fc.property(fc.ipV4(), (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    const mapped = [address, `${address}:65535`, `::ffff:${address}`, `::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}`];
    for (const written of mapped) {
      assertEquals(toClient(addressOf(written, 1)), address);
      assertEquals(toNetwork(addressOf(written, 1)), address);
    }
  }));
});

Deno.test("clientAddress() counts proxies from the right, so what a caller sends itself does not count", () => {
  fc.assert(fc.property(fc.string(), fc.ipV4(), fc.ipV4(), (forged, caller, proxy) => {
    assertEquals(addressOf(`${forged}, ${caller}`, 1), caller);
    assertEquals(addressOf(`${forged}, ${caller}, ${proxy}`, 2), caller);
    assertEquals(addressOf(`${forged}, ${caller}`, 0), PROXY.hostname);
  }));
});

Deno.test("clientAddress() is the proxy if its entry is no address", () => {
  for (
    const entry of ["", "unknown", "1.2.3", "1.2.3.256", "1.2.3.4:x", "::1::", "_hidden", "cat.example", "1.2.3.4,"]
  ) {
    assertEquals([entry, addressOf(entry, 1)], [entry, PROXY.hostname]);
  }
  assertEquals(addressOf("192.0.2.1,,", 2), PROXY.hostname);
  assertEquals(clientAddress(new Request("http://localhost/"), PROXY, 1), PROXY.hostname);
});

Deno.test("limits apply to the client in front of the proxy, and to its whole /56", async () => {
  await using app = await startApp({ RATE_LIMIT: "2", TRUST_PROXY: "1" });
  const ask = async (forwarded: string) => {
    const response = await app.fetch("/api/v1/version", { headers: { "x-forwarded-for": forwarded } });
    await response.body?.cancel();
    return response;
  };
  const statuses = [];
  for (const end of ["1100::1", "11ff:2::2", "1101::3", "1200::1"]) {
    statuses.push((await ask(`192.0.2.9, 2001:db8:0:${end}`)).status);
  }
  assertEquals(statuses, [200, 200, 429, 200]);
  const { headers } = await ask("2001:db8:0:1100::1");
  assertMatch(headers.get("retry-after")!, /^[1-9]\d*$/);
  assertMatch(headers.get("ratelimit")!, /^"default";r=0;t=[1-9]\d*$/);
});
