import { assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { repeatInBackground, setBackgroundInterval, setBackgroundTimeout } from "@/lib/async/background_timer.ts";

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

Deno.test("repeatInBackground() begins again only when the work has ended, and not after it was stopped", async () => {
  let begun = 0;
  const work = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = repeatInBackground(0, () => {
    started[begun]?.resolve();
    return work[begun++]?.promise ?? Promise.resolve();
  });
  await started[0]!.promise;
  await sleep(1);
  assertEquals(begun, 1);
  work[0]!.resolve();
  await started[1]!.promise;
  stop();
  work[1]!.resolve();
  await sleep(1);
  assertEquals(begun, 2);
});
