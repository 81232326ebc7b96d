import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { sipHash } from "@/lib/logging/siphash.ts";

// The key and the first results in the test vectors of the reference implementation: input n is the bytes 0 to n - 1.
const KEY = new Uint32Array(Uint8Array.from({ length: 16 }, (_, i) => i).buffer);
const VECTORS = ["726fdb47dd0e0e31", "74f839c593dc67fd", "0d6c8009d9a94f5a", "85676696d7fb7e2d", "cf2794e0277187b7"];

Deno.test("sipHash() returns the same as the reference implementation", () => {
  for (const [length, expected] of VECTORS.entries()) {
    assertEquals(sipHash(KEY, String.fromCharCode(...Array(length).keys())), expected);
  }
  assertEquals(sipHash(KEY, String.fromCharCode(...Array(15).keys())), "a129ca6149be45e5");
});

Deno.test("sipHash() depends on every character and on the key", () => {
  const texts = ["203.0.113.9", "203.0.113.8", "203.0.113.90", "103.0.113.9", "2001:db8:0:1::/64", "2001:db8:0:2::/64"];
  const key = crypto.getRandomValues(new Uint32Array(4));
  assertEquals(new Set(texts.map((text) => sipHash(key, text))).size, texts.length);
  assertNotEquals(sipHash(KEY, "a"), sipHash(key, "a"));
  assertMatch(sipHash(key, ""), /^[0-9a-f]{16}$/);
});
