import { assertEquals } from "@std/assert";
import { readFreshness } from "@/lib/sources/freshness.ts";

const DATE = "Sun, 15 Nov 2026 08:00:00 GMT";

Deno.test("readFreshness() returns the lower of max-age and s-maxage without the age, or ten minutes and one of our own if the source says nothing", () => {
  const expected: [string, number, number?][] = [
    ["", 600, 60],
    ["public", 600, 60],
    ["max-age=5", 5],
    [" Max-Age = 5 ,public", 5],
    ['max-age="5"', 5],
    ["max-age=100, s-maxage=30", 30],
    ["s-maxage=30, max-age=7", 7],
    ["max-age=7, max-age=9", 7],
    ["s-maxage=30", 30],
    ["max-age=60, no-cache", 0],
    ["no-cache", 0],
    ["max-age=soon", 0],
    ["max-age", 0],
    ["max-age=-1", 0],
    ["max-age=5=6", 0],
    [`a=b${" ".repeat(900)}c`, 600, 60],
    ['x="max-age=1"', 600, 60],
    [`max-age=${"9".repeat(400)}`, 600, 60],
  ];
  for (const [value, maxAge, fresh = maxAge] of expected) {
    const { maxAgeSeconds, freshSeconds } = readFreshness({ "cache-control": value });
    assertEquals([maxAgeSeconds, freshSeconds], [maxAge, fresh], value);
  }
  const aged = { "cache-control": "max-age=60", age: "20" };
  assertEquals(readFreshness(aged).maxAgeSeconds, 40);
  assertEquals(readFreshness({ ...aged, age: "90" }).maxAgeSeconds, 0);
  assertEquals(readFreshness({ ...aged, age: "x" }).maxAgeSeconds, 60);
  assertEquals(readFreshness({ ...aged, vary: "*" }).maxAgeSeconds, 0);
  assertEquals(readFreshness({ ...aged, vary: "accept" }).maxAgeSeconds, 40);
});

Deno.test("readFreshness() reads expires by the clock of the source, unless there is a max-age", () => {
  const expires = "Sun, 15 Nov 2026 08:01:30 GMT";
  assertEquals(readFreshness({ expires, date: DATE }).maxAgeSeconds, 90);
  assertEquals(readFreshness({ expires, date: DATE, age: "30" }).maxAgeSeconds, 60);
  assertEquals(readFreshness({ expires, date: DATE, "cache-control": "max-age=5" }).maxAgeSeconds, 5);
  for (const past of ["0", "-1", "", "never", DATE]) {
    assertEquals(readFreshness({ expires: past, date: DATE }).maxAgeSeconds, 0, past);
  }
  assertEquals(readFreshness({ expires: "Sun, 15 Nov 2026 08:01:30 GMT", date: "?" }).noStore, false);
  assertEquals(readFreshness({ expires: "Sun, 15 Nov 2020 08:01:30 GMT", date: "?" }).maxAgeSeconds, 0);
});

Deno.test("readFreshness() keeps what was known if a 304 says nothing", () => {
  const previous = { noStore: false, maxAgeSeconds: 7, freshSeconds: 6 };
  assertEquals(readFreshness({ etag: '"1"' }, previous), previous);
  assertEquals(readFreshness({ "cache-control": "public" }, previous).maxAgeSeconds, 600);
});

Deno.test("readFreshness() does not read a long cache-control, and the body is not stored", () => {
  const stored = { noStore: false, maxAgeSeconds: 5, freshSeconds: 5 };
  assertEquals(readFreshness({ "cache-control": "max-age=5".padEnd(1000) }), stored);
  const notStored = { noStore: true, maxAgeSeconds: 0, freshSeconds: 0 };
  assertEquals(readFreshness({ "cache-control": "max-age=5".padEnd(1001) }), notStored);
});
