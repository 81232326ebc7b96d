import { assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { repeatInBackground, runInBackground } from "@/lib/async/background_timer.ts";

Deno.test("runInBackground() calls the function once, repeatInBackground() again and again, until they are stopped", async () => {
  let [once, often, never] = [0, 0, 0];
  runInBackground(0, () => once++);
  const stop = repeatInBackground(0, () => often++);
  runInBackground(0, () => never++)();
  while (often < 3) await sleep(1);
  stop();
  const before = often;
  await sleep(1);
  assertEquals([once, often, never], [1, before, 0]);
});
