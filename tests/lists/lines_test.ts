import { assertEquals } from "@std/assert";
import { hasParent, parentsOf } from "@/lib/lists/names.ts";
import { parseDomain } from "@/lib/lists/task/domain.ts";
import { parseLine, readNames } from "@/lib/lists/task/lines.ts";

Deno.test("parseDomain() returns the one form of a name", () => {
  const table: [string, string][] = [
    ["ADS.Example.COM.", "ads.example.com"],
    ["*.example.com", "example.com"],
    [".example.com", "example.com"],
    ["a_b.1-2.example.com", "a_b.1-2.example.com"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
    ["name.github.io", "name.github.io"],
    [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
    [`${"a.".repeat(125)}com`, `${"a.".repeat(125)}com`],
  ];
  for (const [text, domain] of table) assertEquals(parseDomain(text), domain, text);
});

Deno.test("parseDomain() returns undefined for what no list may contain", () => {
  const labels = [
    "com",
    "localhost",
    "",
    "a..example.com",
    "-a.example.com",
    "a-.example.com",
    `${"a".repeat(64)}.com`,
  ];
  const addresses = ["1.2.3.4", "0.0.0.0", "::1", "2001:db8::1", "example.123"];
  const suffixes = ["co.uk", "github.io", "*.github.io", "anything.ck"];
  const local = ["foo.local", "localhost.localdomain", "1.0.0.127.in-addr.arpa", "printer.internal"];
  const other = ["a b.example.com", "ex%61mple.com", "example.com/path", "<html>", "xn--zz.com", "a\0b.com", "a.com\n"];
  const all = [...labels, ...addresses, ...suffixes, ...local, ...other, `${"a.".repeat(125)}info`];
  for (const text of all) assertEquals(parseDomain(text), undefined, text);
});

Deno.test("parentsOf() returns the parents of at least two labels, the nearest first", () => {
  assertEquals(parentsOf("a.b.example.com"), ["b.example.com", "example.com"]);
  assertEquals(parentsOf("example.com"), []);
  for (const name of ["a.b.example.com", "example.com", "com", "a.b"]) {
    const seen: string[] = [];
    assertEquals(hasParent(name, (parent) => seen.push(parent) === 0), false);
    assertEquals(seen, parentsOf(name), name);
  }
  assertEquals(hasParent("a.b.example.com", (parent) => parent === "example.com"), true);
});

Deno.test("parseLine() reads lines of hosts files, plain domains and adblock rules", () => {
  const table: [string, string[]][] = [
    ["0.0.0.0 a.com", ["a.com"]],
    ["127.0.0.1\ta.com b.com  c.com", ["a.com", "b.com", "c.com"]],
    [":: a.com", ["a.com"]],
    ["0.0.0.0 a.com # why", ["a.com"]],
    ["127.0.0.1 a.com b.com#why c.com", ["a.com", "b.com"]],
    ["a.com", ["a.com"]],
    ["a.com # why", ["a.com"]],
    ["*.a.com", ["*.a.com"]],
    ["||a.com^", ["a.com"]],
    ["||a.com", ["a.com"]],
    ["||*.a.com^", ["*.a.com"]],
    ["||a.com^$all,important", ["a.com"]],
    ["||a.com^|", ["a.com"]],
    ...["", "# a.com", "! a.com", "; a.com", "[Adblock Plus 2.0]", "#"].map((line): [string, string[]] => [line, []]),
  ];
  for (const [line, names] of table) assertEquals(parseLine(line), names, line);
});

Deno.test("readNames() leaves out what a list of names cannot express", () => {
  const rules = ["@@||a.com^", "||a.com^$third-party", "||a.com^$important,third-party", "||a.com/path", "||a.*.com^"];
  const others = ["||^", "a.com##.advert", "a.com#x", "##.advert", "#@#.advert", "#?#x", "two words", "a.com 0.0.0.0"];
  const redirects = ["192.168.1.5 nas.example.com", "2001:db8::5 nas.example.com"];
  for (const line of [...rules, ...others, ...redirects]) {
    assertEquals(readNames(line), { names: new Set<string>(), leftOut: [line] });
  }
});

Deno.test("readNames() returns each name once, and the lines that it left out", () => {
  const text =
    "\ufeff# hosts\r\n0.0.0.0 a.com B.com\r\n||a.com^\n/banner\\d+/\n127.0.0.1 localhost\n0.0.0.0 c.com co.uk\nd.com";
  const { names, leftOut } = readNames(text);
  assertEquals([...names], ["a.com", "b.com", "c.com", "d.com"]);
  assertEquals(leftOut, ["/banner\\d+/", "127.0.0.1 localhost", "0.0.0.0 c.com co.uk"]);
});
