import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import {
  assertShortQuery,
  assertValidHost,
  assertValidUrl,
  decodePercent,
  MAX_QUERY_CHARACTERS,
  MAX_QUERY_PARAMETERS,
  MAX_URL_CHARACTERS,
  publicOrigin,
} from "@/lib/http/request_url.ts";
import { createContext } from "./context.ts";

const DIRECT = { trustProxy: 0, baseUrl: undefined };

function request(headers: Record<string, string> = {}): Request {
  return new Request("http://paw.example:8000/api", { headers });
}

Deno.test("publicOrigin() is the setting, the forwarded host, or the request's host", () => {
  const req = createContext(request({ "x-forwarded-proto": "https", "x-forwarded-host": "paw.example" }));
  assertEquals(publicOrigin(req, DIRECT), "http://paw.example:8000");
  assertEquals(publicOrigin(req, { ...DIRECT, trustProxy: 1 }), "https://paw.example");
  assertEquals(publicOrigin(req, { trustProxy: 1, baseUrl: "https://b.example" }), "https://b.example");
  for (const host of ['a"><script>', "1.2.3.256"]) {
    const evil = createContext(request({ "x-forwarded-host": host }));
    assertEquals(publicOrigin(evil, { ...DIRECT, trustProxy: 1 }), "http://paw.example:8000");
  }
});

const GOOD_HOSTS = ["localhost:8000", "paw.example", "[::1]:8000", "127.0.0.1", "under_score.example", "a:65535"];
const BAD_HOSTS = ["%zz", "a b", "user@host", "a:b:c", "host:port", "[::1", "a#b", "a\\b", "a:99999", "a:65536"];

Deno.test("assertValidHost() rejects a host that would change the URL or differs from it", () => {
  const check = (host: string, url = `http://${host}/api`) => assertValidHost({ headers: new Headers({ host }), url });
  assertValidHost(request());
  for (const host of GOOD_HOSTS) check(host);
  for (const host of ["", "Paw.example"]) check(host, "http://paw.example/");
  for (const host of [...BAD_HOSTS, "evil/x?y="]) assertThrows(() => check(host), ApiError, "Cannot use", host);
  assertEquals(assertThrows(() => check("paw.example", "http://x/"), ApiError).code, "bad_request");
});

Deno.test("publicOrigin() throws if the request states two hosts and no setting decides", () => {
  const ctx = createContext(request({ host: "other.example" }));
  for (const trustProxy of [0, 1]) {
    assertEquals(assertThrows(() => publicOrigin(ctx, { ...DIRECT, trustProxy }), ApiError).code, "bad_request");
  }
  assertEquals(publicOrigin(ctx, { ...DIRECT, baseUrl: "https://b.example" }), "https://b.example");
});

Deno.test("assertValidUrl() rejects a URL with such a host, with credentials or with another scheme", () => {
  for (const url of [...GOOD_HOSTS.map((host) => `http://${host}/api`), "https://a", "http://a*"]) assertValidUrl(url);
  const others = [
    "http://1.2.3.256/api",
    "http://[:::]/api",
    "http:///api",
    "ftp://a/api",
    "http://a?/api",
    "http://a:80@b/",
    "/api",
    "",
  ];
  for (const url of [...BAD_HOSTS.map((host) => `http://${host}/api`), ...others]) {
    assertEquals(assertThrows(() => assertValidUrl(url), ApiError).code, "bad_request", url);
  }
});

Deno.test("assertValidUrl() rejects an overlong URL", () => {
  const start = "http://a/?";
  assertValidUrl(start.padEnd(MAX_URL_CHARACTERS, "a"));
  const error = assertThrows(() => assertValidUrl(start.padEnd(MAX_URL_CHARACTERS + 1, "a")), ApiError);
  assertEquals([error.code, error.details], ["uri_too_long", { limit: 61_440, got: 61_441 }]);
});

Deno.test("assertValidUrl() rejects an overlong path", () => {
  const path = "/".padEnd(8192, "a");
  assertValidUrl(`http://a${path}?${path}`);
  const error = assertThrows(() => assertValidUrl(`http://a${path}a`), ApiError);
  assertEquals([error.code, error.details], ["uri_too_long", { limit: 8192, got: 8193 }]);
});

Deno.test("assertShortQuery() rejects an overlong query, whatever the length of the path", () => {
  const query = "x".repeat(MAX_QUERY_CHARACTERS);
  const path = `http://a/${"y".repeat(9000)}`;
  for (const url of [path, `${path}?`, `${path}?${query}`, `http://a/?${query}`]) assertShortQuery(url);
  for (const url of [`${path}?${query}?`, `http://a/?${query}y`]) {
    const error = assertThrows(() => assertShortQuery(url), ApiError);
    assertEquals([error.code, error.details], ["uri_too_long", { limit: 8192, got: 8193 }]);
  }
});

Deno.test("assertValidUrl() rejects a query of too many parameters, empty ones included", () => {
  const separators = (count: number) => "&".repeat(count);
  assertValidUrl(`http://a/b${separators(99)}?x=1${separators(MAX_QUERY_PARAMETERS - 1)}`);
  const tooMany = [`http://a/?x=1${separators(MAX_QUERY_PARAMETERS)}y`, `http://a/?${separators(33)}`];
  for (const url of [...tooMany, `http://a/?${"x=1&".repeat(9999)}`]) {
    const error = assertThrows(() => assertValidUrl(url), ApiError);
    assertEquals([error.code, error.message], [
      "bad_request",
      "Cannot read the query: must have at most 32 parameters",
    ]);
  }
});

Deno.test("assertValidUrl() accepts a separator after the last parameter", () => {
  assertValidUrl(`http://a/?${"x=1&".repeat(MAX_QUERY_PARAMETERS)}`);
});

Deno.test("decodePercent() returns a text with an invalid escape unchanged", () => {
  assertEquals(["a%20b", "100%", "%ff"].map(decodePercent), ["a b", "100%", "%ff"]);
});
