import { assertEquals } from "@std/assert";
import { writeAll } from "@/lib/fs/write_all.ts";

Deno.test("writeAll() continues after a write that took only a part of the bytes", async () => {
  const written: number[] = [];
  const write = (bytes: Uint8Array) =>
    Promise.resolve(written.push(...bytes.subarray(0, 2)) && Math.min(2, bytes.length));
  await writeAll({ write }, new Uint8Array([1, 2, 3, 4, 5]));
  assertEquals(written, [1, 2, 3, 4, 5]);
});
