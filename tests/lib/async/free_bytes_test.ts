import { assertEquals } from "@std/assert";
import { freeBytes } from "@/lib/async/free_bytes.ts";

Deno.test("freeBytes() frees the whole buffer of an array, once", () => {
  const bytes = new Uint8Array(1000);
  const part = bytes.subarray(10, 20);
  freeBytes(part);
  freeBytes(part);
  assertEquals([bytes.length, part.length, bytes.buffer.detached], [0, 0, true]);
});

Deno.test("freeBytes() leaves shared bytes alone", () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(1000));
  freeBytes(bytes);
  assertEquals(bytes.length, 1000);
});
