import { assertEquals, assertRejects } from "@std/assert";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { makeAndSend, sendPicture } from "@/lib/workers/send.ts";
import { createContext } from "../http/context.ts";
import { createMemory, createWork } from "./working.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

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
  const sent = await sendPicture(ctx, { response, hasTag: false }, { kind: "drawing", memory });
  assertEquals([memory.used, sent.headers.has("etag")], [70_000, false]);
  await sent.body?.cancel();
  assertEquals(memory.used, 0);
});
