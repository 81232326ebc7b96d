import { configure, type LogRecord, reset } from "@logtape/logtape";
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { startRetention } from "@/lib/logging/retention.ts";

const DAY_MS = 86_400_000;

/** Starts the retention of a folder with these files. The test sets the time and fires the timer. */
async function start(files: readonly string[]) {
  const dir = await Deno.makeTempDir();
  for (const name of files) await Deno.writeTextFile(join(dir, name), "");
  const time = { now: Date.UTC(2026, 10, 15, 23, 59) };
  let check = () => Promise.resolve();
  let isStopped = false;
  const stop = await startRetention({
    dir,
    now: () => time.now,
    repeat: (_ms, work) => {
      check = work;
      return () => void (isStopped = true);
    },
  });
  const list = async () => (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();
  const remove = () => Deno.remove(dir, { recursive: true });
  return { dir, time, check: () => check(), list, stop, isStopped: () => isStopped, [Symbol.asyncDispose]: remove };
}

Deno.test("startRetention() deletes logs whose first lines are 14 days old, at the start and after each midnight", async () => {
  // The files of 14 days, and of one before.
  const names = ["access", "service", "blocklist"].flatMap((name) => [1, 2, 15].map((day) => toName(name, day)));
  await using logs = await start(names);
  const kept = names.filter((name) => !name.endsWith("-11-01.log")).sort();
  assertEquals(await logs.list(), kept);
  await logs.check();
  assertEquals(await logs.list(), kept);
  logs.time.now += 60_000;
  await logs.check();
  assertEquals(await logs.list(), names.filter((name) => name.endsWith("-11-15.log")).sort());
  logs.stop();
  assertEquals(logs.isStopped(), true);
});

Deno.test("startRetention() deletes no other file, and no folder", async () => {
  const others = ["access-notes.log", "access-2020-01-01.log.txt", "nginx-2020-01-01.log", "my-access-2020-01-01.log"];
  await using logs = await start(others);
  await Deno.mkdir(join(logs.dir, "access-2020-01-01.log"));
  logs.time.now += DAY_MS;
  await logs.check();
  assertEquals(await logs.list(), [...others, "access-2020-01-01.log"].sort());
});

Deno.test("startRetention() continues while the folder is missing", async () => {
  await using logs = await start([]);
  await Deno.remove(logs.dir);
  logs.time.now += DAY_MS;
  await logs.check();
  await Deno.mkdir(logs.dir);
  await Deno.writeTextFile(join(logs.dir, toName("access", 1)), "");
  logs.time.now += DAY_MS;
  await logs.check();
  assertEquals(await logs.list(), []);
});

Deno.test("startRetention() tries again every minute what failed, deletes the rest, and warns once a day", async () => {
  const [stuck, other] = [toName("access", 2), toName("service", 2)];
  await using logs = await start([stuck, other]);
  const records: LogRecord[] = [];
  await configure({
    sinks: { memory: (record) => void records.push(record) },
    loggers: [{ category: "pawkit", sinks: ["memory"] }, { category: ["logtape", "meta"], lowestLevel: "error" }],
  });
  const { remove, readDir } = Deno;
  try {
    logs.time.now += 60_000;
    Deno.readDir = () => {
      throw new Error("too many open files");
    };
    await logs.check();
    Deno.readDir = readDir;
    Deno.remove = (path) => `${path}`.endsWith(stuck) ? Promise.reject(new Error("in use")) : remove(path);
    await logs.check();
    assertEquals(await logs.list(), [stuck]);
    Deno.remove = remove;
    await logs.check();
    assertEquals(await logs.list(), []);
    assertEquals(records.map(({ message }) => message.join("")), ["Cannot delete old logs"]);
  } finally {
    Object.assign(Deno, { remove, readDir });
    await reset();
  }
});

function toName(name: string, day: number): string {
  return `${name}-2026-11-${String(day).padStart(2, "0")}.log`;
}
