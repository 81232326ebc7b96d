import { assertEquals, assertThrows } from "@std/assert";
import { isPlainName, parsePath } from "@/lib/files/paths.ts";
import { ApiError } from "@/lib/http/errors.ts";

Deno.test("parsePath() accepts plain paths, with or without a final slash", () => {
  assertEquals(parsePath(""), "");
  assertEquals(parsePath("hosts.txt"), "hosts.txt");
  assertEquals(parsePath("ads/hosts.txt/"), "ads/hosts.txt");
  assertEquals(parsePath("a b/ü.log"), "a b/ü.log");
});

Deno.test("parsePath() decodes what decodeURI leaves, and counts an escaped slash as a slash", () => {
  const path = "a;?:@&=+$,#b/c.txt";
  assertEquals(parsePath(decodeURI(encodeURIComponent(path))), path);
  assertEquals(parsePath("all%2fhosts.txt%2F"), "all/hosts.txt");
});

Deno.test("parsePath() rejects every encoding of a path traversal", () => {
  const plain = String.raw`.. ../x a/../../x ./a a/./b /etc/passwd //etc/passwd a//b a/b// ..\x a\..\b C:\x .hidden x~`;
  const escaped =
    "..%2fx %2e%2e/x %2fetc%2fpasswd %2Fetc a%2f%2e%2e%2f%2e%2e%2fx a%2F..%2F..%2Fx a%2F%2Fb a%2F.hidden " +
    "a%252Fb%25 %252e%252e%252fx ..%5cx %00 %c0%ae%c0%ae/x a%b";
  const spellings = [...plain.split(" "), ...escaped.split(" "), "a/.hidden/b", "a\0.txt", "a\n.txt", "a".repeat(1025)];
  for (const spelling of spellings) {
    assertEquals(assertThrows(() => parsePath(spelling), ApiError).code, "not_found", spelling);
  }
});

Deno.test("isPlainName() agrees with parsePath() about a single name", () => {
  for (const name of ["a", "a.log", "a b", "-", "ü"]) assertEquals(isPlainName(name), true, name);
  for (const name of ["", ".", "..", ".a", "a/b", "a\\b", "a%b", "a\0", "a~"]) {
    assertEquals(isPlainName(name), false, name);
  }
});
