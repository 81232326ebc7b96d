import { assertEquals, assertRejects } from "@std/assert";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { toBytePoints, toTimePoints, withBill } from "@/lib/http/price.ts";

const PRICE = { paid: 10, includedMs: 200 };

/** A caller that records what it is charged. */
function createCaller() {
  const charged: number[] = [];
  return { charged, signal: new AbortController().signal, charge: (points: number) => void charged.push(points) };
}

Deno.test("toTimePoints() returns 1 for each 20 ms beyond what is included", () => {
  const table = [[0, 0], [200, 0], [219, 0], [220, 1], [239, 1], [240, 2], [10_200, 500]] as const;
  for (const [cpuMs, points] of table) assertEquals(toTimePoints(cpuMs, 200), points, `${cpuMs} ms`);
  assertEquals(toTimePoints(120, 100), 1);
});

Deno.test("toBytePoints() returns 1 for each begun 500,000 bytes beyond the first", () => {
  const table = [[0, 0], [500_000, 0], [500_001, 1], [1_000_000, 1], [1_000_001, 2], [20_000_000, 39]] as const;
  for (const [bytes, points] of table) assertEquals(toBytePoints(bytes), points, `${bytes} bytes`);
});

Deno.test("withBill() charges one sum for received and sent bytes and the time of jobs", async () => {
  const caller = createCaller();
  const result = await withBill(caller, PRICE, ({ bill, onReceived }) => {
    onReceived!(600_000);
    bill.startJob()(300);
    bill.addBytes(500_000);
    return Promise.resolve("image");
  });
  assertEquals([result, caller.charged], ["image", [5 + 2]]);
});

Deno.test("withBill() charges when the last job has ended, even after the request", async () => {
  const caller = createCaller();
  const { promise, resolve } = Promise.withResolvers<(cpuMs: number) => void>();
  const request = withBill(caller, PRICE, ({ bill }) => {
    resolve(bill.startJob());
    return Promise.reject(new Error("gone"));
  });
  await assertRejects(() => request, Error, "gone");
  assertEquals(caller.charged, []);
  (await promise)(1200);
  assertEquals(caller.charged, [50]);
});

Deno.test("withBill() charges nothing for little work, and 50 in all for a body in too small chunks", async () => {
  const caller = createCaller();
  await withBill(caller, PRICE, () => Promise.resolve());
  assertEquals(caller.charged, []);
  const error = new ApiError("bad_request", "Cannot", { cause: new SmallChunksError() });
  await assertRejects(() => withBill(caller, PRICE, () => Promise.reject(error)), ApiError);
  assertEquals(caller.charged, [40]);
});
