import { assertEquals } from "@std/assert";
import { LineQueue } from "@/lib/logging/line_queue.ts";

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

Deno.test("LineQueue.write() writes soon, in order, and together the lines that were pushed together", async () => {
  const writes: string[] = [];
  const written = Promise.withResolvers<void>();
  const queue = new LineQueue((bytes) => Promise.resolve(written.resolve(void writes.push(decode(bytes)))));
  queue.write("a\n");
  queue.write("b\n");
  // The timer of the queue does not keep the process running.
  const timer = setInterval(() => {}, 60_000);
  await written.promise;
  clearInterval(timer);
  queue.write("c\n");
  await queue.flush();
  assertEquals(writes, ["a\nb\n", "c\n"]);
});

Deno.test("LineQueue.write() drops whole lines instead of using more memory while nothing can be written", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let written = "";
  const lost = { dropped: 0, full: 0 };
  const queue = new LineQueue((bytes) => promise.then(() => void (written += decode(bytes))), undefined, lost);
  // Not a divisor of the bound, so that a line that does not fit would be cut.
  const line = `${"x".repeat(999_982)}\n`;
  for (let i = 0; i < 100; i++) queue.write(line);
  resolve();
  await queue.flush();
  const lines = written.length / line.length;
  assertEquals(written === line.repeat(lines), true, `${lines} lines`);
  assertEquals(lines >= 2 && lines <= 8, true, `${lines} lines`);
  assertEquals(lost.dropped, 100 - lines);
});

Deno.test("LineQueue reports the first of several errors in a row and continues to write", async () => {
  const errors: unknown[] = [];
  const written: string[] = [];
  const append = (bytes: Uint8Array) => {
    const text = decode(bytes);
    return text === "ok\n" ? Promise.resolve(void written.push(text)) : Promise.reject(text);
  };
  const lost = { dropped: 0, full: 0 };
  const queue = new LineQueue(append, (error) => errors.push(error), lost);
  for (const line of ["full", "still full", "ok", "full again"]) {
    queue.write(`${line}\n`);
    await queue.flush();
  }
  assertEquals([errors, written, lost.dropped], [["full\n", "full again\n"], ["ok\n"], 3]);
});

Deno.test("LineQueue reports and drops a line that cannot be formatted, and writes those around it", async () => {
  const written: string[] = [];
  const errors: unknown[] = [];
  const lost = { dropped: 0, full: 0 };
  const append = (bytes: Uint8Array) => Promise.resolve(void written.push(decode(bytes)));
  const queue = new LineQueue(append, (error) => errors.push(error), lost);
  const fail = () => {
    throw "format";
  };
  // Enough of them that some are formatted at once and not by `flush()`.
  for (let i = 0; i < 300; i++) queue.write(fail);
  queue.write("next\n");
  await queue.flush();
  queue.write("later\n");
  await queue.flush();
  assertEquals([written, errors, lost.dropped], [["next\n", "later\n"], ["format"], 300]);
});

Deno.test("LineQueue writes each line once if the report of an error is a line itself", async () => {
  const written: string[] = [];
  const append = (bytes: Uint8Array) => Promise.resolve(void written.push(decode(bytes)));
  const queue: LineQueue = new LineQueue(append, (error) => queue.write(`${error}\n`));
  for (let i = 0; i < 254; i++) queue.write("a\n");
  queue.write(() => {
    throw "format";
  });
  queue.write("b\n");
  await queue.flush();
  assertEquals(written.join(""), `${"a\n".repeat(254)}b\nformat\n`);
});
