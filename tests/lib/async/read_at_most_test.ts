import { assertEquals, assertRejects } from "@std/assert";
import { readAtMost, SmallChunksError } from "@/lib/async/read_at_most.ts";

async function* chunksOf(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield await Promise.resolve(new Uint8Array(size).fill(i));
}

function createOptions(maxBytes = 300_000) {
  return { maxBytes, tooLargeError: (got: number) => new RangeError(`got ${got}`) };
}

Deno.test("readAtMost() joins the chunks and reports what has arrived", async () => {
  const received: number[] = [];
  const options = { ...createOptions(), onReceived: (size: number) => void received.push(size) };
  const bytes = await readAtMost(chunksOf(3, 100_000), options);
  assertEquals([bytes.length, bytes[99_999], bytes[100_000], bytes[299_999]], [300_000, 0, 1, 2]);
  assertEquals([received, bytes.buffer.byteLength], [[100_000, 100_000, 100_000], 300_000]);
});

/** Records the sizes of buffers that are moved, before and after, until it is disposed. */
function recordMoves(): Disposable & { readonly moves: readonly (readonly [from: number, to: number | undefined])[] } {
  const original = ArrayBuffer.prototype.transfer;
  const moves: [number, number | undefined][] = [];
  ArrayBuffer.prototype.transfer = function (size) {
    moves.push([this.byteLength, size]);
    return original.call(this, size);
  };
  return {
    moves,
    [Symbol.dispose]: () => void (ArrayBuffer.prototype.transfer = original),
  };
}

Deno.test("readAtMost() moves no byte of a body that has the expected size, and accepts any other", async () => {
  for (const [expectedBytes, expectedMoves] of [[300_000, 0], [100_000, 1], [900_000, 0]] as const) {
    using recorded = recordMoves();
    const bytes = await readAtMost(chunksOf(3, 100_000), { ...createOptions(), expectedBytes });
    assertEquals([bytes.length, bytes[299_999], bytes.buffer.byteLength], [300_000, 2, 300_000]);
    assertEquals(recorded.moves.length, expectedMoves, `${expectedBytes}`);
  }
});

Deno.test("readAtMost() frees its buffer at once if the body ends with an error", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* chunksOf(2, 100_000);
    throw new TypeError("gone");
  }
  using recorded = recordMoves();
  const options = { ...createOptions(), expectedBytes: 250_000 };
  await assertRejects(() => readAtMost(broken(), options), TypeError, "gone");
  assertEquals(recorded.moves, [[250_000, 0]]);
});

Deno.test("readAtMost() lets other work run while it reads a body that has arrived completely", async () => {
  const countTurns = async (count: number, size: number) => {
    let turns = 0;
    const takeTurn = () => {
      turns++;
      timer = setTimeout(takeTurn);
    };
    let timer = setTimeout(takeTurn);
    await readAtMost(chunksOf(count, size), createOptions(count * size));
    clearTimeout(timer);
    return turns;
  };
  // Once after each MiB, and after 512 pieces.
  assertEquals([await countTurns(35, 100_000), await countTurns(1025, 520)], [3, 2]);
});

Deno.test("readAtMost() returns no bytes for an empty body", async () => {
  assertEquals(await readAtMost(chunksOf(0, 1), createOptions()), new Uint8Array());
  assertEquals(await readAtMost(chunksOf(9, 0), createOptions(0)), new Uint8Array());
});

Deno.test("readAtMost() throws on the byte that exceeds the limit, and when there is no memory for a chunk", async () => {
  await assertRejects(() => readAtMost(chunksOf(301, 10), createOptions(3000)), RangeError, "got 3010");
  assertEquals((await readAtMost(chunksOf(300, 10), createOptions(3000))).length, 3000);
  const onReceived = () => {
    throw new TypeError("full");
  };
  await assertRejects(() => readAtMost(chunksOf(1, 100_000), { ...createOptions(), onReceived }), TypeError, "full");
});

Deno.test("readAtMost() accepts 512 pieces of any size, and more if they have 512 bytes on average", async () => {
  for (const [count, size] of [[512, 1], [512, 0], [1000, 512]] as const) {
    assertEquals((await readAtMost(chunksOf(count, size), createOptions(600_000))).length, count * size);
  }
  for (const [count, size] of [[513, 1], [513, 0], [513, 511]] as const) {
    await assertRejects(() => readAtMost(chunksOf(count, size), createOptions(600_000)), SmallChunksError);
  }
});

Deno.test("readAtMost() rejects small pieces after a large one, too", async () => {
  async function* append(count: number): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1_000_000);
    for (let i = 0; i < count; i++) yield await Promise.resolve(Uint8Array.of(1));
  }
  assertEquals((await readAtMost(append(1023), createOptions(2_000_000))).length, 1_001_023);
  await assertRejects(() => readAtMost(append(1024), createOptions(2_000_000)), SmallChunksError);
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
