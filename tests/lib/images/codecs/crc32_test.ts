import { assertEquals } from "@std/assert";
import { crc32 as zlibCrc32 } from "node:zlib";
import { crc32 } from "@/lib/images/codecs/crc32.ts";

Deno.test("crc32() computes what zlib computes, also in pieces", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i * 37 % 256);
  assertEquals(crc32(bytes) >>> 0, zlibCrc32(bytes));
  assertEquals(crc32(bytes.subarray(400), crc32(bytes.subarray(0, 400))) >>> 0, zlibCrc32(bytes));
});
