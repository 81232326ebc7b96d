import { assertEquals } from "@std/assert";
import { clientAddress, readNetwork, toClient, toNetwork } from "@/lib/http/client_address.ts";

const DIRECT = { trustProxy: 0, baseUrl: undefined };
const BEHIND_PROXY = { ...DIRECT, trustProxy: 1 };

function from(hostname: string): Deno.NetAddr {
  return { transport: "tcp", hostname, port: 1 };
}

function request(headers: Record<string, string> = {}): Request {
  return new Request("http://paw.example:8000/api", { headers });
}

Deno.test("toClient() returns IPv4 as it is and cuts IPv6 to its /56, toNetwork() to its /64", () => {
  const table = [
    ["203.0.113.9", "203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9", "203.0.113.9"],
    ["2001:db8:0:abcd:3:4:5:6", "2001:db8:0:ab00::/56", "2001:db8:0:abcd::/64"],
    ["2001:db8:0:ab00::9", "2001:db8:0:ab00::/56", "2001:db8:0:ab00::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:0::/56", "2001:db8:1:2::/64"],
    ["2001:db8:1:102::9", "2001:db8:1:100::/56", "2001:db8:1:102::/64"],
    ["2001:db8::9", "2001:db8:0:0::/56", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/56", "0:0:0:0::/64"],
    ["1:0:0:4::", "1:0:0:0::/56", "1:0:0:4::/64"],
    ["local", "local", "local"],
  ] as const;
  for (const [address, client, network] of table) {
    assertEquals([toClient(address), toNetwork(address)], [client, network], address);
  }
});

Deno.test("clientAddress() trusts as many proxies as the setting says, counted from the right", () => {
  const req = request({ "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.0.0.1" });
  assertEquals(clientAddress(req, from("10.0.0.2"), DIRECT), "10.0.0.2");
  assertEquals(clientAddress(req, from("10.0.0.2"), { ...DIRECT, trustProxy: 1 }), "10.0.0.1");
  assertEquals(clientAddress(req, from("10.0.0.2"), { ...DIRECT, trustProxy: 2 }), "198.51.100.7");
  assertEquals(clientAddress(request(), from("10.0.0.2"), { ...DIRECT, trustProxy: 1 }), "10.0.0.2");
});

Deno.test("clientAddress() parses an entry of x-forwarded-for as an address, with or without a port", () => {
  const key = (entry: string) =>
    toNetwork(clientAddress(request({ "x-forwarded-for": entry }), from("10.0.0.2"), BEHIND_PROXY));
  for (const entry of ["192.0.2.1", "192.0.2.1:5678", " 192.0.2.1:1 ", "::ffff:192.0.2.1", "::FFFF:192.0.2.1"]) {
    assertEquals(key(entry), "192.0.2.1", entry);
  }
  for (const entry of ["::ffff:c000:201", "0:0:0:0:0:FFFF:C000:0201", "[::ffff:192.0.2.1]:443"]) {
    assertEquals(key(entry), "192.0.2.1", entry);
  }
  for (
    const entry of ["2001:db8:0:7::1", "[2001:DB8:0:7::2]:443", "[2001:db8::7:0:0:0:9]", "2001:0db8:0000:0007::1%eth0"]
  ) {
    assertEquals(key(entry), "2001:db8:0:7::/64", entry);
  }
});

Deno.test("clientAddress() counts as the proxy what is not an address", () => {
  const key = (entry: string) => clientAddress(request({ "x-forwarded-for": entry }), from("10.0.0.2"), BEHIND_PROXY);
  const names = "unknown _hidden localhost a@b";
  const almostIpv4 = "256.1.1.1 1.2.3 01.2.3.4 0x7f.1 1.2.3.4:port 1.2.3.4:";
  const almostIpv6 = "[::1 ::1] 1::2::3 2001:db8::g 12345:: [] : ::1% [1.2.3.4]";
  const entries = [names, almostIpv4, almostIpv6].flatMap((list) => list.split(" "));
  for (const entry of ["", ",", "192.0.2.1,", "x".repeat(9000), ...entries]) {
    assertEquals(key(entry), "10.0.0.2", entry);
  }
});

Deno.test("clientAddress() counts entries over several header lines, and uses the first if there are too few", () => {
  const lines = new Request("http://paw.example/", {
    headers: [["x-forwarded-for", "6.6.6.6"], ["x-forwarded-for", "192.0.2.1"]],
  });
  const key = (req: Request, trustProxy: number) => clientAddress(req, from("10.0.0.2"), { ...DIRECT, trustProxy });
  assertEquals([key(lines, 1), key(lines, 2), key(lines, 3)], ["192.0.2.1", "6.6.6.6", "6.6.6.6"]);
  // The empty entry is that of a trusted proxy. Skipping it would select an entry of the caller.
  const gap = request({ "x-forwarded-for": "6.6.6.6, , 10.0.0.1" });
  assertEquals([key(gap, 2), key(gap, 3), key(gap, 16)], ["10.0.0.2", "6.6.6.6", "6.6.6.6"]);
});

Deno.test("readNetwork() reads a network, or any address in it, with or without its length", () => {
  for (const written of ["2001:db8:1:2::/64", "2001:DB8:1:2::5", "2001:db8:1:2::5/64", "2001:0db8:1:2::"]) {
    assertEquals(readNetwork(written), "2001:db8:1:2::/64", written);
  }
  assertEquals(["192.0.2.1", "x/64"].map(readNetwork), ["192.0.2.1", "x/64"]);
});
