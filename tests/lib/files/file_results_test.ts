import { assertEquals, assertRejects } from "@std/assert";
import { FileResults } from "@/lib/files/file_results.ts";

Deno.test("FileResults.update() passes the previous result of the same path, one call after the other", async () => {
  const results = new FileResults<number>(10);
  const add = (previous = 0) => Promise.resolve(previous + 1);
  const counts = await Promise.all([results.update("a", add), results.update("a", add), results.update("b", add)]);
  assertEquals(counts, [1, 2, 1]);
  assertEquals(await results.update("a", add), 3);
});

Deno.test("FileResults.update() does not cache an error, and passes none to the next call", async () => {
  const results = new FileResults<number>(10);
  const failing = results.update("a", () => Promise.reject(new Error("unreadable")));
  const next = results.update("a", (previous) => Promise.resolve(previous ?? -1));
  await assertRejects(() => failing, Error, "unreadable");
  assertEquals(await next, -1);
  assertEquals(await results.update("a", (previous) => Promise.resolve(previous ?? 0)), -1);
});

Deno.test("FileResults.delete() leaves the result to calls that already wait for it", async () => {
  const results = new FileResults<string>(10);
  const read = (previous = "new") => Promise.resolve(previous);
  const first = results.update("a", () => Promise.resolve("old"));
  const waiting = results.update("a", read);
  results.delete("a");
  assertEquals([await first, await waiting, await results.update("a", read)], ["old", "old", "new"]);
});

Deno.test("FileResults stores no more paths than its limit", async () => {
  const results = new FileResults<string>(2);
  for (const path of ["a", "b", "c"]) await results.update(path, () => Promise.resolve(path));
  const read = (previous = "missing") => Promise.resolve(previous);
  assertEquals([await results.update("c", read), await results.update("a", read)], ["c", "missing"]);
});
