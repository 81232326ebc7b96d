import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { LogFile } from "@/lib/logging/log_file.ts";

const LIMIT = 16_000;
const DAY_MS = 86_400_000;

/** Opens a log whose time the test sets, in a folder with these files. */
async function openLog(files: Record<string, number> = {}) {
  const dir = await Deno.makeTempDir();
  for (const [name, size] of Object.entries(files)) await Deno.writeFile(join(dir, name), new Uint8Array(size));
  const time = { now: Date.UTC(2026, 10, 15, 12) };
  const lost = { dropped: 0, full: 0 };
  const file = await LogFile.open("access", { dir, maxBytes: LIMIT, lost, now: () => time.now });
  const write = async (...lines: string[]) => {
    for (const line of lines) file?.write(line);
    await file?.flush();
  };
  const writeUnlessFull = async (line: string) => {
    file?.writeUnlessFull(line);
    await file?.flush();
  };
  const read = (day = "2026-11-15") => Deno.readTextFile(join(dir, `access-${day}.log`));
  const remove = () => Deno.remove(dir, { recursive: true });
  return { dir, lost, time, write, writeUnlessFull, read, [Symbol.asyncDispose]: remove };
}

Deno.test("LogFile.write() starts a new file at midnight, and continues after its folder was deleted", async () => {
  await using log = await openLog();
  await log.write("old\n");
  log.time.now += DAY_MS / 2;
  await log.write("new\n");
  await log.write("newer\n");
  assertEquals([await log.read(), await log.read("2026-11-16")], ["old\n", "new\nnewer\n"]);
  await Deno.remove(log.dir, { recursive: true });
  await log.write("newest\n");
  assertEquals(await log.read("2026-11-16"), "newest\n");
});

Deno.test("LogFile.writeUnlessFull() stops when the file has reached its limit, and starts again at midnight", async () => {
  // What an earlier process wrote counts.
  await using log = await openLog({ "access-2026-11-15.log": LIMIT - 5 });
  for (const line of ["last\n", "left out\n", "too\n"]) await log.writeUnlessFull(line);
  await log.write("important\n");
  assertEquals((await log.read()).replaceAll("\0", ""), "last\nimportant\n");
  assertEquals(log.lost, { dropped: 0, full: 2 });
  log.time.now += DAY_MS;
  await log.writeUnlessFull("new\n");
  assertEquals(await log.read("2026-11-16"), "new\n");
});
