import { assertEquals, assertRejects } from "@std/assert";
import { reuseResult } from "@/lib/async/reuse_result.ts";

Deno.test("reuseResult() does expensive work rarely, and once for calls at the same time", async () => {
  let [time, count] = [0, 0];
  const work = reuseResult(async () => {
    await Promise.resolve();
    time += 1000;
    return ++count;
  }, () => time);
  assertEquals(await Promise.all([work(), work()]), [1, 1]);
  time += 19_999;
  assertEquals(await work(), 1);
  time++;
  assertEquals(await work(), 2);
});

Deno.test("reuseResult() reuses no error, and nothing for longer than a minute", async () => {
  let [time, count] = [0, 0];
  const work = reuseResult(() => {
    time += 1_000_000;
    return ++count === 1 ? Promise.reject(new Error("full")) : Promise.resolve(count);
  }, () => time);
  await assertRejects(work, Error, "full");
  assertEquals(await work(), 2);
  time += 59_999;
  assertEquals(await work(), 2);
  time++;
  assertEquals(await work(), 3);
});
