import { assertEquals } from "@std/assert";
import { parseLine, readDomains } from "@/lib/blocklist/source_lines.ts";

Deno.test("parseLine() parses hosts, domain and adblock lines", () => {
  const cases: [string, string[]][] = [
    ["0.0.0.0 a.com", ["a.com"]],
    ["127.0.0.1\ta.com b.com  c.com", ["a.com", "b.com", "c.com"]],
    ["  :: a.com  ", ["a.com"]],
    ["0.0.0.0 a.com # why", ["a.com"]],
    ["0.0.0.0 a.com#why", ["a.com"]],
    ["127.0.0.1 a.com b.com#why c.com", ["a.com", "b.com"]],
    ["0.0.0.0 a.com\r", ["a.com"]],
    ["a.com", ["a.com"]],
    ["a.com # why", ["a.com"]],
    ["*.a.com", ["*.a.com"]],
    ["||a.com^", ["a.com"]],
    ["||a.com", ["a.com"]],
    ["||*.a.com^", ["*.a.com"]],
    ["||a.com^$important", ["a.com"]],
    ["||a.com^$all,important", ["a.com"]],
    ["||a.com^|", ["a.com"]],
  ];
  for (const [line, names] of cases) assertEquals(parseLine(line), names, line);
});

Deno.test("parseLine() returns no names for comments and empty lines", () => {
  for (const line of ["", "   ", "# a.com", "! a.com", "; a.com", "[Adblock Plus 2.0]", "#", "\r"]) {
    assertEquals(parseLine(line), [], line);
  }
});

Deno.test("parseLine() rejects what a list of names cannot express", () => {
  const cases: [string, string][] = [
    ["@@||a.com^", "exception"],
    ["||a.com^$third-party", "pattern"],
    ["||a.com^$important,third-party", "pattern"],
    ["||a.com/path", "pattern"],
    ["||a.*.com^", "pattern"],
    ["||^", "pattern"],
    ["|https://a.com", "pattern"],
    ["/banner\\d+/", "pattern"],
    ["a.com##.advert", "pattern"],
    ["a.com#x", "pattern"],
    ["##.advert", "pattern"],
    ["#@#.advert", "pattern"],
    ["192.168.1.5 nas.example.com", "redirect"],
    ["2001:db8::5 nas.example.com", "redirect"],
    ["two words", "syntax"],
  ];
  for (const [line, reason] of cases) assertEquals(parseLine(line), { reason } as never, line);
});

Deno.test("readDomains() drops a line that is too long to be kept until its end, with all that follows in it", async () => {
  const long = `0.0.0.0 ${"aa.example.com ".repeat(272)}ads-bank.tracker.example x`;
  const blocks = ["a.com\n0.0.0.0 b.", "com\n", long, ".com", ` ${long}`, "\nc.com"];
  const source = ReadableStream.from(blocks.map((block) => new TextEncoder().encode(block)));
  const domains = (await Array.fromAsync(readDomains(source, () => {}))).flat();
  assertEquals(domains, ["a.com", "b.com", "c.com"]);
});
