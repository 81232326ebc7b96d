import { assertEquals, assertRejects } from "@std/assert";
import { readAtMost } from "@/lib/async/read_at_most.ts";

async function* chunksOf(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield await Promise.resolve(new Uint8Array(size).fill(i));
}

function createOptions(maxBytes = 300_000) {
  const pauses: number[] = [];
  const pause = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  return { maxBytes, tooLargeError: (got: number) => new RangeError(`got ${got}`), pause, pauses };
}

Deno.test("readAtMost() joins the chunks and reserves the memory before it grows", async () => {
  const reserved: number[] = [];
  const options = { ...createOptions(), reserve: (size: number) => reserved.push(size) };
  const bytes = await readAtMost(chunksOf(3, 100_000), options);
  assertEquals([bytes.length, bytes[99_999], bytes[100_000], bytes[299_999]], [300_000, 0, 1, 2]);
  assertEquals([reserved, bytes.buffer.byteLength], [[200_000, 300_000], 300_000]);
});

Deno.test("readAtMost() returns no bytes for an empty body", async () => {
  assertEquals(await readAtMost(chunksOf(0, 1), createOptions()), new Uint8Array());
  assertEquals(await readAtMost(chunksOf(9, 0), createOptions(0)), new Uint8Array());
});

Deno.test("readAtMost() throws on the byte that exceeds the limit, and when no memory can be reserved", async () => {
  await assertRejects(() => readAtMost(chunksOf(3001, 1), createOptions(3000)), RangeError, "got 3001");
  assertEquals((await readAtMost(chunksOf(3000, 1), createOptions(3000))).length, 3000);
  const reserve = () => {
    throw new TypeError("full");
  };
  await assertRejects(() => readAtMost(chunksOf(1, 100_000), { ...createOptions(), reserve }), TypeError, "full");
});

Deno.test("readAtMost() pauses after each small piece but the first 32, and never after large ones", async () => {
  for (const [count, size, expected] of [[32, 1, 0], [33, 1, 1], [132, 8191, 100], [132, 8192, 0]] as const) {
    const options = createOptions(2_000_000);
    await readAtMost(chunksOf(count, size), options);
    assertEquals(options.pauses, new Array(expected).fill(2), `${count} pieces of ${size} bytes`);
  }
});

Deno.test("readAtMost() pauses after pieces of no bytes, which would otherwise be free", async () => {
  const options = createOptions();
  await readAtMost(chunksOf(1032, 0), options);
  assertEquals(options.pauses.length, 1000);
});

Deno.test("readAtMost() ends the body when it throws", async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      while (true) yield await Promise.resolve(new Uint8Array(100));
    } finally {
      isEnded = true;
    }
  }
  await assertRejects(() => readAtMost(endless(), createOptions(1000)), RangeError, "got 1100");
  assertEquals(isEnded, true);
});
