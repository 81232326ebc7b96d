import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { LogFile } from "@/lib/logging/log_file.ts";

const LIMIT = 16_000;

Deno.test("LogFile.rate makes the sample ten times smaller whenever the file has grown by a sixteenth, until midnight", async () => {
  const dir = await Deno.makeTempDir();
  const time = { now: Date.UTC(2026, 10, 15) };
  const messages: string[] = [];
  const onLimit = (message: string) => messages.push(message);
  const options = { dir, name: "access", maxBytes: LIMIT, clock: () => time.now, onError: () => {}, onLimit };
  const file = await LogFile.open(options);
  const rates = [];
  for (const size of [LIMIT - 1, LIMIT, LIMIT + 999, LIMIT + 1000, LIMIT + 3000, LIMIT * 100]) {
    await Deno.truncate(join(dir, "access-2026-11-15.log"), size - 1);
    file.push("x");
    await file.flush();
    rates.push(file.rate);
    // The notice goes into the file, too.
    await file.flush();
  }
  assertEquals(rates, [1, 100, 100, 1000, 100_000, 1e14]);
  assertEquals(messages.length, 4);
  time.now += 86_400_000;
  assertEquals(file.rate, 1);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("LogFile.isSampled() accepts one line in as many as the rate says", async () => {
  const dir = await Deno.makeTempDir();
  const file = await LogFile.open({ dir, name: "a", maxBytes: LIMIT, onError: () => {}, onLimit: () => {} });
  const count = (rate: number) => Array.from({ length: 1000 }, () => file.isSampled(rate)).filter(Boolean).length;
  assertEquals([count(1), count(100), count(1000)], [1000, 10, 1]);
  await Deno.remove(dir, { recursive: true });
});
