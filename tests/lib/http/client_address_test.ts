import { assertEquals } from "@std/assert";
import { clientKey, isApiUrl, isHostValid, isOriginValid, pathOf, publicOrigin } from "@/lib/http/client_address.ts";
import { createContext } from "./context.ts";

const DIRECT = { trustProxy: 0, baseUrl: undefined };
const BEHIND_PROXY = { ...DIRECT, trustProxy: 1 };

function from(hostname: string): Deno.NetAddr {
  return { transport: "tcp", hostname, port: 1 };
}

function request(headers: Record<string, string> = {}): Request {
  return new Request("http://paw.example:8000/api", { headers });
}

Deno.test("clientKey() returns IPv4 as it is and cuts IPv6 to its /64", () => {
  const key = (address: string) => clientKey(request(), from(address), DIRECT);
  assertEquals(key("203.0.113.9"), "203.0.113.9");
  assertEquals(key("::ffff:203.0.113.9"), "203.0.113.9");
  assertEquals(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assertEquals(key("2001:DB8:1:2::9"), "2001:db8:1:2::/64");
  assertEquals(key("2001:db8::9"), "2001:db8:0:0::/64");
  assertEquals(key("::1"), "0:0:0:0::/64");
});

Deno.test("clientKey() trusts as many proxies as the setting says, counted from the right", () => {
  const req = request({ "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.0.0.1" });
  assertEquals(clientKey(req, from("10.0.0.2"), DIRECT), "10.0.0.2");
  assertEquals(clientKey(req, from("10.0.0.2"), { ...DIRECT, trustProxy: 1 }), "10.0.0.1");
  assertEquals(clientKey(req, from("10.0.0.2"), { ...DIRECT, trustProxy: 2 }), "198.51.100.7");
  assertEquals(clientKey(request(), from("10.0.0.2"), { ...DIRECT, trustProxy: 1 }), "10.0.0.2");
});

Deno.test("clientKey() parses an entry of x-forwarded-for as an address, with or without a port", () => {
  const key = (entry: string) => clientKey(request({ "x-forwarded-for": entry }), from("10.0.0.2"), BEHIND_PROXY);
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

Deno.test("clientKey() counts as the proxy what is not an address", () => {
  const key = (entry: string) => clientKey(request({ "x-forwarded-for": entry }), from("10.0.0.2"), BEHIND_PROXY);
  const others = [
    "unknown",
    "_hidden",
    "localhost",
    "256.1.1.1",
    "1.2.3",
    "01.2.3.4",
    "0x7f.1",
    "1.2.3.4:port",
    "1.2.3.4:",
  ];
  const broken = [
    "[::1",
    "::1]",
    "1::2::3",
    "2001:db8::g",
    "12345::",
    "[]",
    ":",
    "::1%",
    "[1.2.3.4]",
    "a@b",
    "x".repeat(9000),
  ];
  for (const entry of ["", ",", "192.0.2.1,", ...others, ...broken]) assertEquals(key(entry), "10.0.0.2", entry);
});

Deno.test("clientKey() counts entries over several header lines, and uses the first if there are too few", () => {
  const lines = new Request("http://paw.example/", {
    headers: [["x-forwarded-for", "6.6.6.6"], ["x-forwarded-for", "192.0.2.1"]],
  });
  const key = (req: Request, trustProxy: number) => clientKey(req, from("10.0.0.2"), { ...DIRECT, trustProxy });
  assertEquals([key(lines, 1), key(lines, 2), key(lines, 3)], ["192.0.2.1", "6.6.6.6", "6.6.6.6"]);
  // The empty entry is that of a trusted proxy. Skipping it would select an entry of the caller.
  const gap = request({ "x-forwarded-for": "6.6.6.6, , 10.0.0.1" });
  assertEquals([key(gap, 2), key(gap, 3), key(gap, 16)], ["10.0.0.2", "6.6.6.6", "6.6.6.6"]);
});

Deno.test("publicOrigin() is the setting, the forwarded host, or the request's host", () => {
  const req = createContext(request({ "x-forwarded-proto": "https", "x-forwarded-host": "paw.example" }));
  assertEquals(publicOrigin(req, DIRECT), "http://paw.example:8000");
  assertEquals(publicOrigin(req, { ...DIRECT, trustProxy: 1 }), "https://paw.example");
  assertEquals(publicOrigin(req, { trustProxy: 1, baseUrl: "https://b.example" }), "https://b.example");
  const evil = createContext(request({ "x-forwarded-host": 'a"><script>' }));
  assertEquals(publicOrigin(evil, { ...DIRECT, trustProxy: 1 }), "http://paw.example:8000");
});

const GOOD_HOSTS = ["localhost:8000", "paw.example", "[::1]:8000", "127.0.0.1", "under_score.example", "a:65535"];
const BAD_HOSTS = ["%zz", "a b", "user@host", "a:b:c", "host:port", "[::1", "a#b", "a\\b", "a:99999", "a:65536"];

Deno.test("isHostValid() rejects a host that would change the URL", () => {
  for (const host of [...GOOD_HOSTS, "", null]) assertEquals(isHostValid(host), true, `${host}`);
  for (const host of [...BAD_HOSTS, "evil/x?y="]) assertEquals(isHostValid(host), false, host);
});

Deno.test("isOriginValid() rejects a URL with such a host, with credentials or with another scheme", () => {
  for (const host of GOOD_HOSTS) assertEquals(isOriginValid(`http://${host}/api`), true, host);
  for (const host of BAD_HOSTS) assertEquals(isOriginValid(`http://${host}/api`), false, host);
  for (const url of ["http:///api", "ftp://a/api", "http://a?/api", "/api", ""]) {
    assertEquals(isOriginValid(url), false, url);
  }
  assertEquals(isOriginValid("http://a*"), true, "OPTIONS *");
});

Deno.test("isOriginValid() remembers a valid origin only as a whole", () => {
  for (const url of ["http://a/", "http://a:80/api", "http://a*"]) assertEquals(isOriginValid(url), true, url);
  for (const url of ["http://a%/", "http://a:80000/", "http://a:80@b/", "http://a"]) {
    assertEquals(isOriginValid(url), url === "http://a", url);
  }
});

Deno.test("pathOf() and isApiUrl() ignore the query", () => {
  assertEquals(pathOf("http://a/b/c?d=/e"), "/b/c");
  assertEquals(pathOf("http://a"), "/");
  assertEquals(["/api", "/api/", "/api/x", "/apix", "/x?y=/api/z"].map((path) => isApiUrl(`http://a${path}`)), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
