import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { parseImageUrl, parseLocation } from "@/lib/sources/image_url.ts";

const REJECTED = {
  "another scheme": [
    ...["file:///etc/passwd", "blob:http://example.com/1", "ftp://example.com/a.png", "gopher://example.com/"],
    ...["javascript:alert(1)", "view-source:http://example.com/", "ws://example.com/", "data:image/png;base64,AA=="],
  ],
  "something that is not a URL": ["", " ", "cat.png", "http://", "http:///", "http://?", "http://[::1", "http://a b/"],
  "a URL without its slashes": ["http:example.com", "http:/example.com", "http:/\\example.com", "//example.com/"],
  "userinfo": [
    ...["http://user@example.com/", "http://user:secret@example.com/", "http://:secret@example.com/"],
    ...["http://example.com:80@127.0.0.1/", "http://example.com%40@127.0.0.1/"],
  ],
  "backslashes": ["http:\\\\example.com\\", "http://example.com\\@127.0.0.1/", "http://127.0.0.1\\.example.com/"],
  "line breaks and other control characters": [
    ...["http://example.com/\r\nhost: evil", "http://exam\nple.com/", "http://exam\tple.com/", "ht\ntp://example.com/"],
    ...["http://example.com/\0", "\x01http://example.com/", "http://example.com/\x7f"],
  ],
  "a zone": ["http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"],
  "a bad port": ["http://example.com:65536/", "http://example.com:-1/", "http://example.com:80a/"],
  "a number that is not an address": ["http://1.2.3.4.5/", "http://256.256.256.256/", "http://0x1ffffffff/"],
  "too many characters": [`http://example.com/${"a".repeat(8192)}`],
};

for (const [kind, texts] of Object.entries(REJECTED)) {
  Deno.test(`parseImageUrl() rejects ${kind}, and does not repeat it in the message`, () => {
    for (const text of texts) {
      const error = assertThrows(() => parseImageUrl(text), ApiError, undefined, JSON.stringify(text));
      assertEquals([error.code, error.details?.parameter], ["invalid_parameter", "image"]);
      assertEquals(/secret/.test(error.message), false);
    }
  });
}

Deno.test("parseImageUrl() reads the host before #@ and ?@, decodes no line breaks, and escapes spaces and letters", () => {
  const urls = {
    "http://example.com#@127.0.0.1/": "http://example.com/#@127.0.0.1/",
    "http://127.0.0.1?@example.com/": "http://127.0.0.1/?@example.com/",
    "http://example.com/%0d%0ahost:%20evil?%0d%0a": "http://example.com/%0d%0ahost:%20evil?%0d%0a",
    "HTTPS://Bücher.example./my cät.png": "https://xn--bcher-kva.example/my%20c%C3%A4t.png",
  };
  for (const [text, href] of Object.entries(urls)) assertEquals(parseImageUrl(text).href, href);
});

Deno.test("parseLocation() resolves a location, also one in UTF-8, and returns undefined if it is no plain web URL", () => {
  const base = new URL("http://a.example/b/c?d");
  const found = {
    "next?x": "http://a.example/b/next?x",
    "/caf\xc3\xa9": "http://a.example/caf%C3%A9",
    "//b.example./": "http://b.example/",
    // As the URL standard reads it: a path of the same server.
    "http:10.0.0.1/x": "http://a.example/b/10.0.0.1/x",
  };
  for (const [location, href] of Object.entries(found)) assertEquals(parseLocation(location, base)?.href, href);
  const others = ["file:///etc/passwd", "data:image/png;base64,AA==", "javascript:alert(1)", "http://u:p@a.example/"];
  const broken = ["http://", "http://[::1", "\\\\10.0.0.1\\x", "/\\10.0.0.1/x", "http://10.0.0.1\t/"];
  for (const location of [...others, ...broken]) assertEquals(parseLocation(location, base), undefined, location);
});
