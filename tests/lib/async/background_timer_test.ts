import { assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { BackgroundTimer, repeatInBackground } from "@/lib/async/background_timer.ts";

Deno.test("BackgroundTimer.start() leads to one call, unless stop() follows, and works again", async () => {
  let calls = 0;
  const timer = new BackgroundTimer(0, () => calls++);
  for (const expected of [1, 2]) {
    timer.start();
    timer.start();
    while (calls < expected) await sleep(1);
  }
  timer.start();
  timer.stop();
  await sleep(1);
  assertEquals(calls, 2);
});

Deno.test("repeatInBackground() calls the function until it is stopped", async () => {
  let calls = 0;
  const stop = repeatInBackground(0, () => calls++);
  while (calls < 3) await sleep(1);
  stop();
  const callsBefore = calls;
  await sleep(1);
  assertEquals(calls, callsBefore);
});
