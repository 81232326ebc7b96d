import { assertEquals } from "@std/assert";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { Bill, toTimePoints } from "@/lib/http/price.ts";

const PRICE = { taken: 10, includedMs: 200 };

/** A bill that records what is charged. */
function createBill() {
  const charged: number[] = [];
  return { charged, bill: new Bill(PRICE, (points) => void charged.push(points)) };
}

Deno.test("toTimePoints() returns 1 for each 20 ms beyond what is included", () => {
  const table = [[0, 0], [200, 0], [219, 0], [220, 1], [239, 1], [240, 2], [10_200, 500]] as const;
  for (const [cpuMs, points] of table) assertEquals(toTimePoints(cpuMs, 200), points, `${cpuMs} ms`);
  assertEquals(toTimePoints(120, 100), 1);
});

Deno.test("Bill charges when the last job has ended, even after the request", () => {
  const { bill, charged } = createBill();
  bill.startJob();
  bill.endRequest(new Error("gone"));
  assertEquals(charged, []);
  bill.endJob(1200);
  assertEquals(charged, [50]);
});

Deno.test("Bill charges nothing for little work, and 50 in all for a body in too small chunks", () => {
  const little = createBill();
  little.bill.endRequest();
  assertEquals(little.charged, []);
  const fragmented = createBill();
  fragmented.bill.endRequest(new ApiError("bad_request", "Cannot", { cause: new SmallChunksError() }));
  assertEquals(fragmented.charged, [40]);
});

Deno.test("Bill adds the points of other work to its sum, and charges those that come later at once", () => {
  const { bill, charged } = createBill();
  bill.addPoints(7);
  bill.startJob();
  bill.endJob(240);
  assertEquals(charged, []);
  bill.endRequest();
  bill.addPoints(3);
  assertEquals(charged, [9, 3]);
});
