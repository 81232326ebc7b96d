import { assertEquals, assertRejects } from "@std/assert";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";

Deno.test("forEachLimited() works on all items, on no more than the limit at a time", async () => {
  const waiting: (() => void)[] = [];
  const started: number[] = [];
  const done = forEachLimited([1, 2, 3, 4, 5], 2, (item) => {
    started.push(item);
    return new Promise((resolve) => waiting.push(resolve));
  });
  for (const expected of [[1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]) {
    assertEquals(started, expected);
    waiting.shift()!();
    // The next item is started some microtasks later.
    await new Promise((resolve) => setTimeout(resolve));
  }
  waiting.shift()!();
  await done;
});

Deno.test("forEachLimited() throws the first error when what was started has ended, and starts nothing more", async () => {
  const log: string[] = [];
  const work = async (item: string) => {
    if (item === "bad") throw new Error("bad item");
    await new Promise((resolve) => setTimeout(resolve));
    log.push(item);
  };
  await assertRejects(() => forEachLimited(["slow", "bad", "never"], 2, work), Error, "bad item");
  assertEquals(log, ["slow"]);
});
