import { assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { setBackgroundInterval, setBackgroundTimeout } from "@/lib/async/background_timer.ts";

Deno.test("setBackgroundTimeout() calls the function once, setBackgroundInterval() again and again, until they are stopped", async () => {
  let [once, often, never] = [0, 0, 0];
  setBackgroundTimeout(0, () => once++);
  const stop = setBackgroundInterval(0, () => often++);
  setBackgroundTimeout(0, () => never++)();
  while (often < 3) await sleep(1);
  stop();
  const before = often;
  await sleep(1);
  assertEquals([once, often, never], [1, before, 0]);
});
