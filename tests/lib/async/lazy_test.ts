import { assertEquals, assertRejects } from "@std/assert";
import { lazy } from "@/lib/async/lazy.ts";

Deno.test("lazy() loads on the first call, once for all callers", async () => {
  let loads = 0;
  const load = lazy(() => Promise.resolve(++loads));
  assertEquals(loads, 0);
  assertEquals(await Promise.all([load(), load()]), [1, 1]);
  assertEquals(await load(), 1);
});

Deno.test("lazy() loads again after a failed load", async () => {
  let loads = 0;
  const load = lazy(() => ++loads === 1 ? Promise.reject(new Error("no file descriptors")) : Promise.resolve(loads));
  await assertRejects(load, Error, "no file descriptors");
  assertEquals(await load(), 2);
});
