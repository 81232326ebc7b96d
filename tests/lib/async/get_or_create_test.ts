import { assertEquals, assertRejects } from "@std/assert";
import { getOrCreate } from "@/lib/async/get_or_create.ts";

Deno.test("getOrCreate() creates a value once, also for calls at the same time", async () => {
  const cache = new Map<string, Promise<number>>();
  let count = 0;
  const get = (key: string) => getOrCreate(cache, key, () => Promise.resolve(++count));
  assertEquals([...await Promise.all([get("a"), get("a"), get("b")]), await get("a")], [1, 1, 2, 1]);
});

Deno.test("getOrCreate() passes an error to the calls that waited, and tries again with the next", async () => {
  const cache = new Map<string, Promise<string>>();
  const fail = () => getOrCreate(cache, "a", () => Promise.reject(new Error("no descriptors")));
  const waiting = [fail(), fail()];
  for (const call of waiting) await assertRejects(() => call, Error, "no descriptors");
  assertEquals(await getOrCreate(cache, "a", () => Promise.resolve("created")), "created");
});
