import { assertEquals, assertNotEquals } from "@std/assert";
import { normalizeName } from "@/lib/content/animal_name.ts";

Deno.test("normalizeName() ignores case, blanks at the ends and repeated blanks", () => {
  for (
    const name of ["Ada Lovelace", " ada lovelace", "ADA  LOVELACE ", "Ada\tLovelace\n", "ada\u00a0\u3000lovelace"]
  ) {
    assertEquals(normalizeName(name), "ada lovelace");
  }
  assertNotEquals(normalizeName("AdaLovelace"), normalizeName("Ada Lovelace"));
});

Deno.test("normalizeName() composes letters", () => {
  assertEquals(normalizeName("Zoe\u0308"), "zoë");
  assertEquals(normalizeName("ZOË"), "zoë");
  assertEquals(normalizeName("\u1112\u1161\u11ab"), "한");
});

Deno.test("normalizeName() leaves the rest as it is", () => {
  for (const name of ["🐈", "عدا", "a/b", "..", "ada+grace", "\u202eada", "\ud800"]) {
    assertEquals(normalizeName(name), name);
  }
  assertEquals(normalizeName(" \t "), "");
});

Deno.test("normalizeName() changes nothing the second time", () => {
  for (let code = 0; code < 0x11000; code++) {
    const name = normalizeName(`a${String.fromCodePoint(code)}b`);
    assertEquals(normalizeName(name), name);
  }
});
