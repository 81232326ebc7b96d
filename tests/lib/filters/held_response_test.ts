import { assertEquals } from "@std/assert";
import { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { toHeldResponse } from "@/lib/filters/held_response.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(65_536)).map((byte, index) => byte ^ index);
const LONG = new Uint8Array(200_000).map((_, index) => BYTES[index % BYTES.length]! ^ (index >> 16));

function hold() {
  const memory = new MemoryBudget(300_000);
  const createError = () => new Error("too few");
  const lease = memory.lease(LONG.length, { client: "slow", createError });
  const response = new Response(null, { status: 203, headers: { etag: '"x"' } });
  return { memory, createError, held: toHeldResponse(response, LONG, lease) };
}

Deno.test("toHeldResponse() sends all bytes with their length, and holds the memory until the last is read", async () => {
  const { memory, held } = hold();
  assertEquals([held.status, held.headers.get("etag"), held.headers.get("content-length")], [203, '"x"', "200000"]);
  const pieces: Uint8Array[] = [], uses: number[] = [];
  for await (const piece of held.body!) {
    pieces.push(piece);
    uses.push(memory.used);
  }
  assertEquals(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).bytes(), LONG);
  assertEquals(uses, [200_000, 200_000, 200_000, 0]);
});

Deno.test("toHeldResponse() releases the memory when the caller leaves", async () => {
  const { memory, held } = hold();
  await held.body!.cancel();
  assertEquals(memory.used, 0);
});

Deno.test("toHeldResponse() breaks off when a client with less needs the memory", async () => {
  const { memory, createError, held } = hold();
  const reader = held.body!.getReader();
  assertEquals((await reader.read()).value?.length, 65_536);
  using _lease = memory.lease(150_000, { client: "other", createError });
  await Promise.resolve();
  assertEquals([(await reader.read()).done, memory.used], [true, 150_000]);
});
