import { assertEquals, assertRejects } from "@std/assert";
import { cutIntoPieces, type ReservedBodyOptions, toReservedBody } from "@/lib/http/reserved_body.ts";
import { MemoryBudget, type Reservation } from "@/lib/workers/memory.ts";
import { createMemory } from "../workers/working.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(65_536)).map((byte, index) => byte ^ index);
const LONG = new Uint8Array(200_000).map((_, index) => BYTES[index % BYTES.length]! ^ (index >> 16));

function toBody(bytes: Uint8Array, reservation: Reservation, options: Partial<ReservedBodyOptions> = {}) {
  return toReservedBody({ pieces: cutIntoPieces(bytes), reservation, ...options });
}

/** Responds in a memory of 300,000 bytes to a client that others can take the memory from. */
function respond(bytes = LONG) {
  const memory = new MemoryBudget({ memoryBudget: 300_000, maxJobBytes: 300_000 });
  const reserve = (client: string, size: number): Reservation => {
    const reservation = memory.reserve({ client, createError: () => new Error("too few") });
    reservation.growTo(size);
    return reservation;
  };
  return { memory, reserve, body: toBody(bytes, reserve("slow", LONG.length)) };
}

Deno.test("toReservedBody() sends all bytes, and has the memory until nothing is missing", async () => {
  const { memory, body } = respond();
  const pieces: BlobPart[] = [];
  const uses: number[] = [];
  for await (const piece of body) {
    pieces.push(piece.slice());
    uses.push(memory.used);
  }
  assertEquals(await new Blob(pieces).bytes(), LONG);
  assertEquals([uses, memory.used], [[200_000, 200_000, 200_000, 200_000], 0]);
});

Deno.test("toReservedBody() releases the memory when the caller leaves", async () => {
  const { memory, body } = respond();
  await body.cancel();
  assertEquals(memory.used, 0);
});

Deno.test("toReservedBody() breaks off when a client with less needs the memory", async () => {
  const { memory, reserve, body } = respond();
  const reader = body.getReader();
  assertEquals((await reader.read()).value?.length, 65_536);
  reserve("other", 150_000);
  await Promise.resolve();
  assertEquals([(await reader.read()).done, memory.used], [true, 150_000]);
});

Deno.test("toReservedBody() throws nothing if the memory is taken away while the caller reads the last piece or leaves", async () => {
  const errors: unknown[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    errors.push(event.error);
  };
  globalThis.addEventListener("error", onError);
  for (const end of ["read", "cancel"] as const) {
    const { reserve, body } = respond(LONG.subarray(0, 100_000));
    const reader = body.getReader();
    await reader.read();
    reserve("other", 150_000);
    // In the same turn, before the response learns of it.
    void reader[end]();
    await new Promise((resolve) => setTimeout(resolve));
  }
  globalThis.removeEventListener("error", onError);
  assertEquals(errors, []);
});

Deno.test("toReservedBody() breaks off when nothing was read for 30 seconds", async () => {
  const memory = createMemory();
  const reservation = memory.reserve({ client: "reader", createError: () => new Error() });
  reservation.growTo(LONG.length);
  const timers: { ms: number; work: () => void }[] = [];
  const body = toBody(LONG, reservation, {
    setTimer(ms, work) {
      timers.push({ ms, work });
      return () => void timers.pop();
    },
  });
  const reader = body.getReader();
  await reader.read();
  assertEquals([timers.map(({ ms }) => ms), memory.used], [[30_000], LONG.length]);
  timers[0]!.work();
  assertEquals([(await reader.read()).done, memory.used, timers], [true, 0, []]);
});

Deno.test("toReservedBody() releases the memory and fails if a piece cannot be read", async () => {
  const memory = createMemory();
  const reservation = memory.reserve({ client: "reader", createError: () => new Error() });
  reservation.growTo(LONG.length);
  const pieces = { next: () => Promise.reject(new Deno.errors.UnexpectedEof("shorter")) };
  await assertRejects(() => new Response(toBody(LONG, reservation, { pieces })).bytes(), Deno.errors.UnexpectedEof);
  assertEquals(memory.used, 0);
});
