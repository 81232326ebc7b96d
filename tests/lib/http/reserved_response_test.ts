import { assertEquals } from "@std/assert";
import { MemoryBudget, type Reservation } from "@/lib/async/memory_budget.ts";
import { toReservedResponse } from "@/lib/http/reserved_response.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(65_536)).map((byte, index) => byte ^ index);
const LONG = new Uint8Array(200_000).map((_, index) => BYTES[index % BYTES.length]! ^ (index >> 16));

/** Responds in a memory of 300,000 bytes to a client that others can take the memory from. */
function respond(bytes = LONG) {
  const memory = new MemoryBudget(300_000);
  const reserve = (client: string, size: number): Reservation => {
    const reservation = memory.reserve({ client, createError: () => new Error("too few") });
    reservation.growTo(size);
    return reservation;
  };
  const response = new Response(null, { status: 203, headers: { etag: '"x"' } });
  return { memory, reserve, reserved: toReservedResponse(response, bytes, reserve("slow", LONG.length)) };
}

Deno.test("toReservedResponse() sends all bytes with their length, and has the memory until the last is read", async () => {
  const { memory, reserved } = respond();
  const { status, headers } = reserved;
  assertEquals([status, headers.get("etag"), headers.get("content-length")], [203, '"x"', "200000"]);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const uses: number[] = [];
  for await (const piece of reserved.body!) {
    pieces.push(piece);
    uses.push(memory.used);
  }
  assertEquals(await new Blob(pieces).bytes(), LONG);
  assertEquals(uses, [200_000, 200_000, 200_000, 0]);
});

Deno.test("toReservedResponse() releases the memory when the caller leaves", async () => {
  const { memory, reserved } = respond();
  await reserved.body!.cancel();
  assertEquals(memory.used, 0);
});

Deno.test("toReservedResponse() breaks off when a client with less needs the memory", async () => {
  const { memory, reserve, reserved } = respond();
  const reader = reserved.body!.getReader();
  assertEquals((await reader.read()).value?.length, 65_536);
  reserve("other", 150_000);
  await Promise.resolve();
  assertEquals([(await reader.read()).done, memory.used], [true, 150_000]);
});

Deno.test("toReservedResponse() throws nothing if the memory is taken away while the caller reads the last piece or leaves", async () => {
  const errors: unknown[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    errors.push(event.error);
  };
  globalThis.addEventListener("error", onError);
  for (const end of ["read", "cancel"] as const) {
    const { reserve, reserved } = respond(LONG.subarray(0, 100_000));
    const reader = reserved.body!.getReader();
    await reader.read();
    reserve("other", 150_000);
    // In the same turn, before the response learns of it.
    void reader[end]();
    await new Promise((resolve) => setTimeout(resolve));
  }
  globalThis.removeEventListener("error", onError);
  assertEquals(errors, []);
});
