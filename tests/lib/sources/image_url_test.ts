import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseDataUrl, parseImageUrl } from "@/lib/sources/image_url.ts";
import { ApiError } from "@/lib/http/errors.ts";

function assertRejected(text: string): ApiError {
  const error = assertThrows(() => parseImageUrl(text), ApiError, undefined, JSON.stringify(text));
  assertEquals(error.code, "invalid_parameter");
  return error;
}

const REJECTED = {
  "another scheme": [
    "file:///etc/passwd",
    "blob:http://example.com/1",
    "ftp://example.com/a.png",
    "gopher://example.com/",
    "javascript:alert(1)",
    "view-source:http://example.com/",
    "ws://example.com/",
    "about:blank",
  ],
  "something that is not a URL": ["", " ", "cat.png", "http://", "http:///", "http://?", "http://[::1", "http://a b/"],
  "a URL without its slashes": ["http:example.com", "http:/example.com", "http:/\\example.com", "//example.com/"],
  "userinfo": [
    "http://user@example.com/",
    "http://user:secret@example.com/",
    "http://:secret@example.com/",
    "http://example.com:80@127.0.0.1/",
    "http://example.com%40@127.0.0.1/",
  ],
  "backslashes": ["http:\\\\example.com\\", "http://example.com\\@127.0.0.1/", "http://127.0.0.1\\.example.com/"],
  "line breaks and other control characters": [
    "http://example.com/\r\nhost: evil",
    "http://exam\nple.com/",
    "http://exam\tple.com/",
    "ht\ntp://example.com/",
    "http://example.com/\0",
    "\x01http://example.com/",
    "http://example.com/\x7f",
  ],
  "a zone": ["http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"],
  "a bad port": ["http://example.com:65536/", "http://example.com:-1/", "http://example.com:80a/"],
  "a numeric host that is not an address": ["http://1.2.3.4.5/", "http://256.256.256.256/", "http://0x1ffffffff/"],
  "too many characters": [`http://example.com/${"a".repeat(8192)}`],
};

for (const [kind, texts] of Object.entries(REJECTED)) {
  Deno.test(`parseImageUrl() rejects ${kind}`, () => {
    for (const text of texts) assertRejected(text);
  });
}

Deno.test("parseImageUrl() reads the host before #@ and ?@, decodes no line breaks, and escapes spaces and letters", () => {
  const urls = {
    "http://example.com#@127.0.0.1/": "http://example.com/#@127.0.0.1/",
    "http://127.0.0.1#@example.com/": "http://127.0.0.1/#@example.com/",
    "http://127.0.0.1?@example.com/": "http://127.0.0.1/?@example.com/",
    "http://example.com/%0d%0ahost:%20evil?%0d%0a": "http://example.com/%0d%0ahost:%20evil?%0d%0a",
    "HTTPS://Bücher.example/my cät.png": "https://xn--bcher-kva.example/my%20c%C3%A4t.png",
  };
  for (const [text, href] of Object.entries(urls)) assertEquals(parseImageUrl(text).href, href);
});

Deno.test("parseImageUrl() does not repeat the password or the query in its message", () => {
  const { message, details } = assertRejected("http://user:hidden@example.com/cat.png?token=1");
  assertEquals(/hidden|token/.test(message + JSON.stringify(details)), false);
});

function assertCode(text: string, code: string, maxBytes = 100): ApiError {
  const error = assertThrows(() => parseDataUrl(text, maxBytes), ApiError, undefined, text);
  assertEquals(error.code, code, text);
  return error;
}

Deno.test("parseDataUrl() decodes any bytes that another encoder wrote", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
    const text = btoa(String.fromCharCode(...bytes));
    assertEquals([...parseDataUrl(`data:image/png;base64,${text}`, 60)], [...bytes]);
  }));
});

Deno.test("parseDataUrl() accepts attributes, capitals, and a space for the plus that a query turned into one", () => {
  assertEquals([...parseDataUrl("DATA:Image/PNG;name=a;BASE64,AQID", 3)], [1, 2, 3]);
  assertEquals([...parseDataUrl("data:image/png;base64,  +/", 3)], [251, 239, 191]);
});

Deno.test("parseDataUrl() throws unsupported_format for a type that is not an image", () => {
  for (const type of ["", "text/plain", "text/html", "application/json", "imagex/png", "image"]) {
    assertCode(`data:${type};base64,AQID`, "unsupported_format");
  }
});

Deno.test("parseDataUrl() throws invalid_parameter for malformed data", () => {
  const broken = ["AQI", "AQ", "A", "AQID=", "AQ==AQ==", "AQ=", "====", "", "AQ\nID", "AQ%49D", "AQ-_", "AQIé", "AR=="];
  for (const data of broken) assertCode(`data:image/png;base64,${data}`, "invalid_parameter");
  for (const head of ["image/png", "image/png;base64", "image/png;base65,AQID", "image/png;base64;x,AQID"]) {
    assertCode(`data:${head}`, "invalid_parameter");
  }
  assertCode("data:image/png,AQID", "invalid_parameter");
});

Deno.test("parseDataUrl() throws source_too_large above the limit and not at it", () => {
  for (let size = 1; size < 12; size++) {
    const text = `data:image/png;base64,${btoa("a".repeat(size))}`;
    assertEquals(parseDataUrl(text, size).length, size);
    assertEquals(assertCode(text, "source_too_large", size - 1).details, { limit: size - 1, got: size });
  }
});

Deno.test("parseDataUrl() does not repeat the data in its message", () => {
  assertEquals(assertCode("data:image/png;base64,SECRET!", "invalid_parameter").message.includes("SECRET"), false);
});

Deno.test("parseImageUrl() suggests what is missing before a host or a path", () => {
  const suggest = (text: string) => (assertRejected(text).details as { suggestion?: string }).suggestion;
  assertEquals(suggest("a.example/x.png"), "https://a.example/x.png");
  assertEquals(suggest("a.example"), "https://a.example");
  assertEquals(suggest("cat/Ada.png"), "/cat/Ada.png");
  for (
    const text of ["ftp://a.example/x.png", "a b", "a.example/x.png?token=1", "user:secret@a.example", "//a.example"]
  ) {
    assertEquals(suggest(text), undefined, text);
  }
});
