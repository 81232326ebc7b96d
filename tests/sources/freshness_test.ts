import { assertEquals } from "@std/assert";
import { limitFreshness, readFreshness } from "@/lib/sources/freshness.ts";

const DAY = 86_400;

Deno.test("readFreshness() returns the lowest age up to a day, or ten minutes if the source says nothing", () => {
  const expected: [cacheControl: string, seconds: number][] = [
    ["", 600],
    ["public", 600],
    ["max-age=5", 5],
    ["max-age=86401", DAY],
    [`max-age=${"9".repeat(400)}`, DAY],
    [" Max-Age = 5 ,public", 5],
    ['max-age="5"', 5],
    ["max-age=100, s-maxage=30", 30],
    ["s-maxage=30, max-age=7", 7],
    ["max-age=60, no-cache", 0],
    ["no-cache", 0],
    ["max-age=soon", 0],
    ["max-age", 0],
    ["max-age=-1", 0],
    ['x="max-age=1"', 600],
  ];
  for (const [value, seconds] of expected) {
    assertEquals(readFreshness(new Headers({ "cache-control": value })), { isStorable: true, seconds }, value);
  }
});

Deno.test("readFreshness() subtracts the age, and reads vary and expires", () => {
  const date = "Sun, 15 Nov 2026 08:00:00 GMT";
  const expires = "Sun, 15 Nov 2026 08:01:30 GMT";
  const expected: [headers: Record<string, string>, seconds: number][] = [
    [{ "cache-control": "max-age=60", age: "20" }, 40],
    [{ "cache-control": "max-age=60", age: "90" }, 0],
    [{ "cache-control": "max-age=60", age: "x" }, 60],
    [{ "cache-control": "max-age=60", vary: "*" }, 0],
    [{ "cache-control": "max-age=60", vary: "accept" }, 60],
    [{ expires, date }, 90],
    [{ expires, date, "cache-control": "max-age=5" }, 5],
    [{ expires: date, date }, 0],
    [{ expires: "0", date }, 0],
    [{ expires: "Sun, 15 Nov 2020 08:01:30 GMT", date: "?" }, 0],
  ];
  for (const [headers, seconds] of expected) assertEquals(readFreshness(new Headers(headers)).seconds, seconds);
});

Deno.test("readFreshness() stores nothing that is private or no-store, and reads no values of other directives", () => {
  const expected: Record<string, boolean> = {
    "private": false,
    'PRIVATE="set-cookie"': false,
    "max-age=1 , Private": false,
    "No-Store=1": false,
    'x="a,no-store,b"': true,
    "x=private, not-private, private-not": true,
  };
  for (const [value, isStorable] of Object.entries(expected)) {
    assertEquals(readFreshness(new Headers({ "cache-control": value })).isStorable, isStorable, value);
  }
});

Deno.test("readFreshness() returns what was known if a 304 says nothing", () => {
  const previous = { isStorable: true, seconds: 7 };
  assertEquals(readFreshness(new Headers({ etag: '"1"' }), previous), previous);
  assertEquals(readFreshness(new Headers({ "cache-control": "no-store" }), previous).isStorable, false);
});

Deno.test("limitFreshness() ends with the redirect, which may lead elsewhere then", () => {
  const source = { isStorable: true, seconds: 100 };
  assertEquals(limitFreshness(source, { isStorable: true, seconds: 7 }), { isStorable: true, seconds: 7 });
  assertEquals(limitFreshness(source, { isStorable: true, seconds: 700 }), source);
  assertEquals(limitFreshness(source, { isStorable: false, seconds: 700 }), { isStorable: true, seconds: 0 });
});
