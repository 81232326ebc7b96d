import { assertEquals, assertThrows } from "@std/assert";
import { bodyLengthOf, parseResponseHead } from "@/lib/sources/response_head.ts";

Deno.test("parseResponseHead() returns the status and the headers, with names in lower case", () => {
  const { status, headers } = parseResponseHead('HTTP/1.0 404\r\nETag:\t"a" \r\nX-Empty:\r\n__proto__: caf\xe9');
  assertEquals([status, { ...headers }], [404, { etag: '"a"', "x-empty": "", ["__proto__"]: "caf\xe9" }]);
});

Deno.test("parseResponseHead() joins repeated headers, but uses the first location and validator", () => {
  const lines = [
    "cache-control: public",
    "location: /a",
    "etag: 1",
    "Cache-Control: no-store",
    "location: /b",
    "etag: 2",
  ];
  const { headers } = parseResponseHead(["HTTP/1.1 200 OK", ...lines].join("\r\n"));
  assertEquals({ ...headers }, { "cache-control": "public, no-store", location: "/a", etag: "1" });
});

Deno.test("parseResponseHead() throws on malformed lines", () => {
  const statusLines = ["", "HTTP/2 200", "HTTP/1.1 20", "HTTP/1.1  200 OK", "http/1.1 200 OK", "HTTP/1.1 200 \x00"];
  for (const line of statusLines) assertThrows(() => parseResponseHead(line), TypeError);
  for (const line of ["", "a", ": b", "a : b", " a: b", "a: b\n", "a: \x00", "a: b\rc", "\ta", "a b: c"]) {
    assertThrows(() => parseResponseHead(`HTTP/1.1 200 OK\r\n${line}`), TypeError, "", JSON.stringify(line));
  }
});

Deno.test("bodyLengthOf() returns how the body ends", () => {
  assertEquals(bodyLengthOf({ status: 200, headers: {} }), Infinity);
  assertEquals(bodyLengthOf({ status: 200, headers: { "content-length": "12" } }), 12);
  assertEquals(bodyLengthOf({ status: 200, headers: { "transfer-encoding": "gzip, Chunked" } }), "chunked");
  assertEquals(bodyLengthOf({ status: 304, headers: { "content-length": "12" } }), 0);
});

Deno.test("bodyLengthOf() throws if the end is not clear", () => {
  for (const length of ["", "-1", "+1", "1.0", "0x1", "1, 1", "1,2", "1".repeat(16)]) {
    assertThrows(() => bodyLengthOf({ status: 200, headers: { "content-length": length } }), TypeError);
  }
  for (const encoding of ["", "gzip", "chunked, gzip", "xchunked", "chunked;a"]) {
    assertThrows(() => bodyLengthOf({ status: 200, headers: { "transfer-encoding": encoding } }), TypeError);
  }
  const both = { "content-length": "1", "transfer-encoding": "chunked" };
  assertThrows(() => bodyLengthOf({ status: 200, headers: both }), TypeError);
});
