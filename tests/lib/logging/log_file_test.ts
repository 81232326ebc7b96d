import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { LogFile, type LogFileOptions } from "@/lib/logging/log_file.ts";

const LIMIT = 16_000;
const NOON = Date.UTC(2026, 10, 15, 12);
const DAY_MS = 86_400_000;

/** Opens a log in a new folder, whose clock and messages the test sees. */
async function openLog(options: Partial<LogFileOptions> = {}) {
  const dir = options.dir ?? await Deno.makeTempDir();
  const time = { now: NOON };
  const messages: string[] = [];
  const errors: unknown[] = [];
  const file = await LogFile.open({
    name: "access",
    maxBytes: LIMIT,
    clock: () => time.now,
    onError: (error) => errors.push(error),
    onLimit: (message) => messages.push(message),
    ...options,
    dir,
  });
  const write = async (...lines: string[]) => {
    file.write(lines);
    await file.flush();
  };
  const read = (day = "2026-11-15") => Deno.readTextFile(join(dir, `access-${day}.log`));
  const remove = () => Deno.remove(dir, { recursive: true });
  return { dir, time, messages, errors, write, read, [Symbol.asyncDispose]: remove };
}

async function listNames(dir: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();
}

Deno.test("LogFile.write() starts a new file at midnight", async () => {
  await using log = await openLog();
  await log.write("old\n");
  log.time.now += DAY_MS / 2;
  await log.write("new\n");
  await log.write("newer\n");
  assertEquals(await listNames(log.dir), ["access-2026-11-15.log", "access-2026-11-16.log"]);
  assertEquals([await log.read(), await log.read("2026-11-16")], ["old\n", "new\nnewer\n"]);
});

Deno.test("LogFile deletes its own files that are too old, and no others", async () => {
  await using log = await openLog();
  const names = ["access-2026-10-31.log", "access-2026-11-01.log", "service-2020-01-01.log", "access-notes.log"];
  for (const name of names) await Deno.writeTextFile(join(log.dir, name), "");
  await openLog({ dir: log.dir });
  assertEquals(await listNames(log.dir), [
    "access-2026-11-01.log",
    "access-2026-11-15.log",
    "access-notes.log",
    "service-2020-01-01.log",
  ]);
});

Deno.test("LogFile.write() continues after its folder was deleted", async () => {
  await using log = await openLog();
  await Deno.remove(log.dir, { recursive: true });
  await log.write("lost\n");
  await log.write("written\n");
  assertEquals([log.errors.length, await log.read()], [1, "written\n"]);
});

Deno.test("LogFile.write() samples ten times fewer lines whenever the file has grown by a sixteenth, until midnight", async () => {
  const rates = [];
  for (const size of [LIMIT - 1, LIMIT, LIMIT + 999, LIMIT + 1000, LIMIT + 3000, LIMIT * 100]) {
    // What an earlier process wrote counts.
    const dir = await Deno.makeTempDir();
    await Deno.writeFile(join(dir, "access-2026-11-15.log"), new Uint8Array(size));
    await using log = await openLog({ dir });
    await log.write("{}\n");
    rates.push(log.messages.at(-1)?.match(/one line in (\d+)$/)?.[1]);
    log.time.now += DAY_MS;
    await log.write("{}\n");
    assertEquals(await Deno.readTextFile(join(dir, "access-2026-11-16.log")), "{}\n");
  }
  assertEquals(rates, [undefined, "100", "100", "1000", "100000", "100000000000000"]);
});

Deno.test("LogFile.write() marks the lines of a sample, and announces it in the file", async () => {
  await using log = await openLog({ maxBytes: 10 });
  await log.write("0123456789\n");
  await log.write(...Array.from({ length: 200 }, (_, index) => `{"index":${index}}\n`));
  const [, notice = "", ...lines] = (await log.read()).trim().split("\n");
  assertMatch(JSON.parse(notice).message, /^The access log of today has reached 10 bytes .* one line in 1000$/);
  assertEquals(lines, ['{"index":0,"sampleRate":1000}']);
});
