import { assertEquals, assertRejects } from "@std/assert";
import { lazy, withinTime } from "@/lib/util/async.ts";

Deno.test("withinTime() returns the result of work that ends in time, and throws its error", async () => {
  assertEquals(await withinTime(60_000, Promise.resolve("done")), "done");
  await assertRejects(() => withinTime(60_000, Promise.reject(new Error("broken"))), Error, "broken");
});

Deno.test("withinTime() returns undefined if the work still runs", async () => {
  assertEquals(await withinTime(1, new Promise(() => {})), undefined);
});

Deno.test("lazy() loads once, also for calls at the same time", async () => {
  let loads = 0;
  const load = lazy(() => Promise.resolve(++loads));
  assertEquals([loads, ...await Promise.all([load(), load()]), await load()], [0, 1, 1, 1]);
});

Deno.test("lazy() tries again after an error", async () => {
  let loads = 0;
  const load = lazy(() => ++loads === 1 ? Promise.reject(new Error("no file")) : Promise.resolve(loads));
  await assertRejects(load, Error, "no file");
  assertEquals(await load(), 2);
});
