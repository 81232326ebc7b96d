import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { SortedNames, sortUnique } from "@/lib/blocklist/sorted_names.ts";

const NAMES = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "-", ".", "1"), maxLength: 6 }), { maxLength: 200 });

Deno.test("sortUnique() returns the same as a sorted set", () => {
  fc.assert(fc.property(NAMES, (names) => assertEquals(sortUnique([...names]), [...new Set(names)].sort())));
});

Deno.test("SortedNames.get() agrees with a map, for existing and missing names", () => {
  fc.assert(fc.property(NAMES, NAMES, (names, others) => {
    const sorted = sortUnique([...names]);
    const index = new SortedNames(sorted, Uint32Array.from(sorted, (_, place) => place * 3));
    const map = new Map(sorted.map((name, place) => [name, place * 3]));
    for (const name of [...names, ...others]) assertEquals(index.get(name), map.get(name));
  }));
});
