import { assertEquals, assertRejects } from "@std/assert";
import { getOrCreate, lazy } from "@/lib/async/lazy.ts";

Deno.test("getOrCreate() creates a value once, even for calls at the same time", async () => {
  const cache = new Map<string, Promise<number>>();
  let count = 0;
  const get = (key: string) => getOrCreate(cache, key, () => Promise.resolve(++count));
  assertEquals([...await Promise.all([get("a"), get("a"), get("b")]), await get("a")], [1, 1, 2, 1]);
});

Deno.test("lazy() loads on the first call, passes an error to the calls that waited, and tries again with the next", async () => {
  let loads = 0;
  const load = lazy(() => ++loads === 1 ? Promise.reject(new Error("no file descriptors")) : Promise.resolve(loads));
  assertEquals(loads, 0);
  for (const call of [load(), load()]) await assertRejects(() => call, Error, "no file descriptors");
  assertEquals([await load(), await load()], [2, 2]);
});
