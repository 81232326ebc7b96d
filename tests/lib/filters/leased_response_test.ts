import { assertEquals, fail } from "@std/assert";
import { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { toLeasedResponse } from "@/lib/filters/leased_response.ts";
import { Filters, type FiltersOptions } from "@/lib/filters/filters.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { ReusableResponse } from "@/lib/http/responses.ts";
import { createContext } from "@/tests/lib/http/context.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(65_536)).map((byte, index) => byte ^ index);
const LONG = new Uint8Array(200_000).map((_, index) => BYTES[index % BYTES.length]! ^ (index >> 16));

function hold() {
  const memory = new MemoryBudget(300_000);
  const createError = () => new Error("too few");
  const lease = memory.lease(LONG.length, { client: "slow", createError });
  const response = new Response(null, { status: 203, headers: { etag: '"x"' } });
  return { memory, createError, held: toLeasedResponse(response, LONG, lease) };
}

Deno.test("toLeasedResponse() sends all bytes with their length, and holds the memory until the last is read", async () => {
  const { memory, held } = hold();
  assertEquals([held.status, held.headers.get("etag"), held.headers.get("content-length")], [203, '"x"', "200000"]);
  const pieces: Uint8Array[] = [];
  const uses: number[] = [];
  for await (const piece of held.body!) {
    pieces.push(piece);
    uses.push(memory.used);
  }
  assertEquals(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).bytes(), LONG);
  assertEquals(uses, [200_000, 200_000, 200_000, 0]);
});

Deno.test("toLeasedResponse() releases the memory when the caller leaves", async () => {
  const { memory, held } = hold();
  await held.body!.cancel();
  assertEquals(memory.used, 0);
});

Deno.test("toLeasedResponse() breaks off when a client with less needs the memory", async () => {
  const { memory, createError, held } = hold();
  const reader = held.body!.getReader();
  assertEquals((await reader.read()).value?.length, 65_536);
  using _lease = memory.lease(150_000, { client: "other", createError });
  await Promise.resolve();
  assertEquals([(await reader.read()).done, memory.used], [true, 150_000]);
});

/** Responds with a result of 600,000 bytes. */
async function sendLarge(init: RequestInit, lease: MemoryBudget["lease"]): Promise<Response> {
  const options = { type: "image/png", cache: "no-store", etag: '"x"' };
  const response = new ReusableResponse(new Uint8Array(600_000), options);
  const filters = new Filters({ memory: { lease }, filterCacheBytes: 0 } as unknown as FiltersOptions);
  const ctx = createContext(new Request("http://a.example/?image=x", init));
  return await finishResponse(ctx, await filters.send(ctx, { response }));
}

Deno.test("Filters.send() leases no memory for a HEAD or a 304, which have no body", async () => {
  const lease = () => fail("leased memory");
  const head = await sendLarge({ method: "HEAD" }, lease);
  assertEquals([head.status, head.body, head.headers.get("content-length")], [200, null, "600000"]);
  const known = await sendLarge({ headers: { "if-none-match": '"x"' } }, lease);
  assertEquals([known.status, known.body], [304, null]);
});

Deno.test("Filters.send() breaks off even if the memory is needed at once", async () => {
  const memory = new MemoryBudget(1_000_000);
  const createError = () => new Error("too few");
  const response = await sendLarge({}, (bytes, holder) => {
    queueMicrotask(() => memory.lease(500_000, { client: "other", createError }));
    return memory.lease(bytes, holder);
  });
  assertEquals([(await response.bytes()).length, memory.used], [0, 500_000]);
});
