import { assertEquals } from "@std/assert";
import { findAncestor, parseDomain } from "@/lib/files/lists/domain.ts";

function reasonOf(text: string): string {
  const result = parseDomain(text);
  return typeof result === "string" ? `accepted as ${result}` : result.reason;
}

Deno.test("parseDomain() returns the canonical form of a name", () => {
  const cases: [string, string][] = [
    ["ads.example.com", "ads.example.com"],
    ["ADS.Example.COM", "ads.example.com"],
    ["ads.example.com.", "ads.example.com"],
    ["*.example.com", "example.com"],
    [".example.com", "example.com"],
    ["a_b.example.com", "a_b.example.com"],
    ["1-2.example.com", "1-2.example.com"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
    ["name.github.io", "name.github.io"],
    [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
  ];
  for (const [text, domain] of cases) assertEquals(parseDomain(text), domain, text);
});

Deno.test("parseDomain() rejects what no list may contain, with the reason", () => {
  const longest = `${"a.".repeat(125)}com`;
  assertEquals([longest.length, reasonOf(longest)], [253, `accepted as ${longest}`]);
  const cases: [string, string][] = [
    ["com", "one_label"],
    ["localhost", "one_label"],
    ["", "label"],
    ["a..example.com", "label"],
    ["-a.example.com", "label"],
    ["a-.example.com", "label"],
    [`${"a".repeat(64)}.com`, "label"],
    [`${"a.".repeat(125)}info`, "length"],
    ["1.2.3.4", "address"],
    ["0.0.0.0", "address"],
    ["::1", "address"],
    ["2001:db8::1", "address"],
    ["example.123", "address"],
    ["co.uk", "public_suffix"],
    ["github.io", "public_suffix"],
    ["anything.ck", "public_suffix"],
    ["foo.local", "special"],
    ["localhost.localdomain", "special"],
    ["1.0.0.127.in-addr.arpa", "special"],
    ["a b.example.com", "characters"],
    ["ex%61mple.com", "characters"],
    ["example.com/path", "characters"],
    ["<html>", "characters"],
    ["xn--zz.com", "idna"],
    ["a\u0000b.com", "characters"],
  ];
  for (const [text, reason] of cases) assertEquals(reasonOf(text), reason, text);
});

Deno.test("findAncestor() stops at two labels", () => {
  const seen: string[] = [];
  const found = findAncestor("a.b.c.example.com", (name) => {
    seen.push(name);
    return false;
  });
  assertEquals(found, undefined);
  assertEquals(seen, ["b.c.example.com", "c.example.com", "example.com"]);
  assertEquals(findAncestor("example.com", () => true), undefined);
  assertEquals(findAncestor("a.b.example.com", (name) => name === "example.com"), "example.com");
});
