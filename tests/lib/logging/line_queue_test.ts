import { assertEquals } from "@std/assert";
import { LineQueue } from "@/lib/logging/line_queue.ts";

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

Deno.test("LineQueue.push() writes in order, and together what came together", async () => {
  const writes: string[] = [];
  const queue = new LineQueue((bytes) => Promise.resolve(void writes.push(decode(bytes))));
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
  const queue = new LineQueue((bytes) => promise.then(() => void (written += bytes.length)));
  const line = "x".repeat(1024 * 1024);
  for (let i = 0; i < 100; i++) queue.push(line);
  resolve();
  await queue.flush();
  assertEquals(written % line.length, 0);
  assertEquals(written >= 2 * line.length && written <= 8 * line.length, true, `${written}`);
});

Deno.test("LineQueue tells of the first failure in a row and writes on afterwards", async () => {
  const failures: unknown[] = [];
  let isBroken = true;
  const written: string[] = [];
  const append = (bytes: Uint8Array) =>
    isBroken ? Promise.reject("full") : Promise.resolve(void written.push(decode(bytes)));
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
