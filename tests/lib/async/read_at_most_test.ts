import { assertEquals, assertRejects } from "@std/assert";
import { readAtMost } from "@/lib/async/read_at_most.ts";

async function* chunksOf(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield await Promise.resolve(new Uint8Array(size).fill(i));
}

const options = { maxBytes: 300_000, tooLargeError: (got: number) => new RangeError(`got ${got}`) };

Deno.test("readAtMost() joins the chunks and reserves the memory before it grows", async () => {
  const reserved: number[] = [];
  const bytes = await readAtMost(chunksOf(3, 100_000), { ...options, reserve: (size) => reserved.push(size) });
  assertEquals([bytes.length, bytes[99_999], bytes[100_000], bytes[299_999]], [300_000, 0, 1, 2]);
  assertEquals(reserved, [200_000, 300_000]);
});

Deno.test("readAtMost() throws on the byte that exceeds the limit, and when no memory can be reserved", async () => {
  await assertRejects(() => readAtMost(chunksOf(300_001, 1), options), RangeError, "got 300001");
  const reserve = () => {
    throw new TypeError("full");
  };
  await assertRejects(() => readAtMost(chunksOf(1, 100_000), { ...options, reserve }), TypeError, "full");
});
