import { assertEquals } from "@std/assert";
import { sipHash } from "@/lib/logging/siphash.ts";

Deno.test("sipHash() returns the same as the reference implementation", () => {
  // Its key and some of its results: the input is the bytes from 0 to the length, exclusive.
  const key = new BigUint64Array(Uint8Array.from({ length: 16 }, (_, i) => i).buffer);
  const results = { 0: "726fdb47dd0e0e31", 1: "74f839c593dc67fd", 2: "0d6c8009d9a94f5a", 15: "a129ca6149be45e5" };
  for (const [length, expected] of Object.entries(results)) {
    assertEquals(sipHash(key, String.fromCharCode(...Array(Number(length)).keys())), expected);
  }
});
