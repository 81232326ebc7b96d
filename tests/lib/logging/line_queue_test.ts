import { assertEquals } from "@std/assert";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { LineQueue } from "@/lib/logging/line_queue.ts";

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

Deno.test("LineQueue.write() writes in order, and together the lines that were pushed together", async () => {
  const writes: string[] = [];
  const queue = new LineQueue((bytes) => Promise.resolve(void writes.push(decode(bytes))));
  queue.write(["a\n"]);
  queue.write(["b\n"]);
  await queue.flush();
  queue.write(["c\n"]);
  await queue.flush();
  assertEquals(writes, ["a\nb\n", "c\n"]);
});

Deno.test("LineQueue.write() writes soon after, without a flush", async () => {
  const written = Promise.withResolvers<string>();
  new LineQueue((bytes) => Promise.resolve(written.resolve(decode(bytes)))).write(["a\n"]);
  assertEquals(await waitAtMost(5_000, written.promise), "a\n");
});

Deno.test("LineQueue.write() drops whole lines instead of using more memory while nothing can be written", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let written = "";
  const queue = new LineQueue((bytes) => promise.then(() => void (written += decode(bytes))));
  // Not a divisor of the bound, so that a line that does not fit would be cut.
  const line = `${"x".repeat(999_982)}\n`;
  for (let i = 0; i < 100; i++) queue.write([line]);
  resolve();
  await queue.flush();
  const lines = written.length / line.length;
  assertEquals(written === line.repeat(lines), true, `${lines} lines`);
  assertEquals(lines >= 2 && lines <= 8, true, `${lines} lines`);
});

Deno.test("LineQueue reports the first of several errors in a row and continues to write", async () => {
  const errors: unknown[] = [];
  let isBroken = true;
  const written: string[] = [];
  const append = (bytes: Uint8Array) =>
    isBroken ? Promise.reject("full") : Promise.resolve(void written.push(decode(bytes)));
  const queue = new LineQueue(append, (error) => errors.push(error));
  for (const line of ["a", "b"]) {
    queue.write([line]);
    await queue.flush();
  }
  isBroken = false;
  queue.write(["c"]);
  await queue.flush();
  assertEquals([errors, written], [["full"], ["c"]]);
});
