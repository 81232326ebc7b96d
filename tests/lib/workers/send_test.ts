import { assertEquals, assertRejects } from "@std/assert";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { MemoryBudget, type Reservation } from "@/lib/workers/memory.ts";
import { makeAndSend, sendPicture, toReservedBody } from "@/lib/workers/send.ts";
import { createContext } from "../http/context.ts";
import { createMemory, createWork } from "./working.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(65_536)).map((byte, index) => byte ^ index);
const LONG = new Uint8Array(200_000).map((_, index) => BYTES[index % BYTES.length]! ^ (index >> 16));

/** Responds in a memory of 300,000 bytes to a client that others can take the memory from. */
function respond(bytes = LONG) {
  const memory = new MemoryBudget({ memoryBudget: 300_000, maxJobBytes: 300_000 });
  const reserve = (client: string, size: number): Reservation => {
    const reservation = memory.reserve({ client, createError: () => new Error("too few") });
    reservation.growTo(size);
    return reservation;
  };
  return { memory, reserve, body: toReservedBody(bytes, reserve("slow", LONG.length)) };
}

Deno.test("toReservedBody() sends all bytes, and has the memory until the last is read", async () => {
  const { memory, body } = respond();
  const pieces: BlobPart[] = [];
  const uses: number[] = [];
  for await (const piece of body) {
    pieces.push(piece.slice());
    uses.push(memory.used);
  }
  assertEquals(await new Blob(pieces).bytes(), LONG);
  assertEquals(uses, [200_000, 200_000, 200_000, 0]);
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
  const body = toReservedBody(LONG, reservation, {
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

const PICTURE = { type: "image/png", cache: NO_STORE, etag: '"1"' };

for (const method of ["GET", "HEAD"]) {
  Deno.test(`sendPicture() frees slot and memory with a small picture, and of a large one when it is read (${method})`, async () => {
    const memory = createMemory(1_000_000);
    for (const length of [65_536, 65_537]) {
      const work = createWork(memory);
      let isFree = false;
      work.reservation.endWith({ [Symbol.dispose]: () => void (isFree = true) });
      const ctx = createContext(new Request("http://paw.example/", { method }));
      const picture = { response: new ReusableResponse(new Uint8Array(length), PICTURE) };
      const response = await sendPicture(ctx, picture, { kind: "filter", memory, work });
      assertEquals(isFree, length === 65_536 || method === "HEAD");
      const finished = await finishResponse(ctx, response);
      assertEquals([(await finished.bytes()).length, isFree, memory.used], [method === "HEAD" ? 0 : length, true, 0]);
    }
  });
}

Deno.test("sendPicture() reserves a large cached picture for its client, and refuses it without memory", async () => {
  const memory = createMemory(100_000);
  const ctx = createContext(new Request("http://paw.example/"));
  const picture = { response: new ReusableResponse(new Uint8Array(70_000), PICTURE) };
  const first = await sendPicture(ctx, picture, { kind: "filter", memory });
  assertEquals(memory.used, 70_000);
  const error = await assertRejects(() => sendPicture(ctx, picture, { kind: "filter", memory }), ApiError);
  assertEquals([error.code, memory.used], ["overloaded", 70_000]);
  await first.body?.cancel();
  assertEquals(memory.used, 0);
});

Deno.test("makeAndSend() ends the work if the picture cannot be made, and sends what is found without work", async () => {
  const memory = createMemory();
  const ctx = createContext(new Request("http://paw.example/"));
  const work = createWork(memory);
  work.reservation.growTo(10);
  const starter = { start: () => Promise.resolve(work as never) };
  const findResult = () => undefined;
  const make = () => Promise.reject(new RangeError("broken"));
  await assertRejects(
    () => makeAndSend(ctx, { work: starter, memory }, { kind: "filter", findResult, make }),
    RangeError,
  );
  assertEquals(memory.used, 0);
  const found = { response: new ReusableResponse(new Uint8Array(3), PICTURE) };
  const finder = { start: () => Promise.resolve(found as never) };
  const response = await makeAndSend(ctx, { work: finder, memory }, { kind: "filter", findResult, make });
  assertEquals((await response.bytes()).length, 3);
});

Deno.test("sendPicture() reserves nothing for a caller that has the picture already", async () => {
  const memory = createMemory(100);
  const req = new Request("http://paw.example/", { headers: { "if-none-match": '"1"' } });
  const ctx = createContext(req);
  const picture = { response: new ReusableResponse(new Uint8Array(70_000), PICTURE) };
  const response = await sendPicture(ctx, picture, { kind: "filter", memory });
  assertEquals((await finishResponse(ctx, response)).status, 304);
});

Deno.test("sendPicture() sends and reserves a large picture without an entity tag, whatever its caller has", async () => {
  const memory = createMemory(100_000);
  const ctx = createContext(new Request("http://paw.example/", { headers: { "if-none-match": "*" } }));
  const response = new ReusableResponse(new Uint8Array(70_000), PICTURE);
  const sent = await sendPicture(ctx, { response, isUntagged: true }, { kind: "drawing", memory });
  assertEquals([memory.used, sent.headers.has("etag")], [70_000, false]);
  await sent.body?.cancel();
  assertEquals(memory.used, 0);
});
