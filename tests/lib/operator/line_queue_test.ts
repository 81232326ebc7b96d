import { assertEquals } from "@std/assert";
import { LineQueue } from "@/lib/operator/line_queue.ts";

Deno.test("LineQueue.push() writes in order, and together what came together", async () => {
  const writes: string[] = [];
  const queue = new LineQueue((text) => Promise.resolve(void writes.push(text)));
  queue.push("a\n");
  queue.push("b\n");
  await queue.flush();
  queue.push("c\n");
  await queue.flush();
  assertEquals(writes, ["a\nb\n", "c\n"]);
});

Deno.test("LineQueue.push() drops lines instead of memory when nothing can be written", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let written = 0;
  const queue = new LineQueue((text) => promise.then(() => void (written += text.length)));
  const line = "x".repeat(1024 * 1024);
  for (let i = 0; i < 100; i++) queue.push(line);
  resolve();
  await queue.flush();
  assertEquals(written, 8 * line.length);
});

Deno.test("LineQueue tells of the first failure in a row and writes on afterwards", async () => {
  const failures: unknown[] = [];
  let isBroken = true;
  const written: string[] = [];
  const append = (text: string) => isBroken ? Promise.reject("full") : Promise.resolve(void written.push(text));
  const queue = new LineQueue(append, (error) => failures.push(error));
  for (const line of ["a", "b"]) {
    queue.push(line);
    await queue.flush();
  }
  isBroken = false;
  queue.push("c");
  await queue.flush();
  assertEquals([failures, written], [["full"], ["c"]]);
});
