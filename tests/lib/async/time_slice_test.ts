import { assertEquals } from "@std/assert";
import { TimeSlice } from "@/lib/async/time_slice.ts";

Deno.test("TimeSlice ends after a while, and a rest lets other work run", async () => {
  const slice = new TimeSlice();
  let hasRun = false;
  setTimeout(() => hasRun = true);
  while (!slice.isOver);
  assertEquals(hasRun, false);
  await slice.rest();
  assertEquals(hasRun, true);
});
