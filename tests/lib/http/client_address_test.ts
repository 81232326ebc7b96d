import { assertEquals } from "@std/assert";
import { clientKey, isApiUrl, isHostValid, isOriginValid, pathOf, publicOrigin } from "@/lib/http/client_address.ts";

const DIRECT = { trustProxy: 0, baseUrl: undefined };

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

Deno.test("publicOrigin() is the setting, the forwarded host, or the request's host", () => {
  const req = request({ "x-forwarded-proto": "https", "x-forwarded-host": "paw.example" });
  assertEquals(publicOrigin(req, DIRECT), "http://paw.example:8000");
  assertEquals(publicOrigin(req, { ...DIRECT, trustProxy: 1 }), "https://paw.example");
  assertEquals(publicOrigin(req, { trustProxy: 1, baseUrl: "https://b.example" }), "https://b.example");
  const evil = request({ "x-forwarded-host": 'a"><script>' });
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
