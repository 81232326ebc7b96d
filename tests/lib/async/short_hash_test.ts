import { assertEquals } from "@std/assert";
import { shortHash } from "@/lib/async/short_hash.ts";

Deno.test("shortHash() returns the beginning of the SHA-256 hash", async () => {
  const bytes = new TextEncoder().encode("abc");
  // The example of FIPS 180-2.
  assertEquals(await shortHash(bytes, 8), "ba7816bf8f01cfea");
  assertEquals((await shortHash(bytes, 32)).length, 64);
});
