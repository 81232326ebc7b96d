import { assertEquals } from "@std/assert";
import { toBytePoints, toTimePoints } from "@/lib/access/prices.ts";

Deno.test("toTimePoints() includes 100 ms, then charges each full 20 ms", () => {
  const table = [[0, 0], [100, 0], [119.9, 0], [120, 1], [139, 1], [140, 2], [1100, 50]] as const;
  for (const [ms, points] of table) assertEquals(toTimePoints(ms), points, `${ms} ms`);
});

Deno.test("toBytePoints() charges each full 500,000 bytes", () => {
  const table = [[0, 0], [499_999, 0], [500_000, 1], [999_999, 1], [269_000_000, 538]] as const;
  for (const [bytes, points] of table) assertEquals(toBytePoints(bytes), points, `${bytes} bytes`);
});
