import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { LogFile } from "@/lib/logging/log_file.ts";

const LIMIT = 16_000;
const DAY_MS = 86_400_000;

/** Opens a log whose time the test sets, in a folder with these files. */
async function openLog(files: Record<string, string> = {}) {
  const dir = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(dir, name), text);
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
  await using log = await openLog({ "access-2026-11-15.log": "\n".repeat(LIMIT - 5) });
  for (const line of ["last\n", "left out\n", "too\n"]) await log.writeUnlessFull(line);
  await log.write("important\n");
  assertEquals((await log.read()).trimStart(), "last\nimportant\n");
  assertEquals(log.lost, { dropped: 0, full: 2 });
  log.time.now += DAY_MS;
  await log.writeUnlessFull("new\n");
  assertEquals(await log.read("2026-11-16"), "new\n");
});

Deno.test("LogFile.write() starts a new line if an earlier process has left a part of one", async () => {
  await using log = await openLog({ "access-2026-11-15.log": "whole\n{" });
  await log.write("next\n");
  await log.write("last\n");
  assertEquals(await log.read(), "whole\n{\nnext\nlast\n");
});

Deno.test("LogFile.write() starts a new line if a full disk took only a part of one", async () => {
  await using log = await openLog();
  const { writeFile } = Deno;
  Deno.writeFile = async (path, data, options) => {
    if (!(data instanceof Uint8Array)) throw new TypeError("must be bytes");
    await writeFile(path, data.subarray(0, 4), options);
    throw new Error("No space left on device");
  };
  try {
    await log.write("too long\n");
  } finally {
    Deno.writeFile = writeFile;
  }
  await log.write("next\n");
  assertEquals(await log.read(), "too \nnext\n");
  assertEquals(log.lost.dropped, 1);
});

Deno.test("LogFile.open() returns a file that writes later if the disk is full", async () => {
  const { mkdir } = Deno;
  Deno.mkdir = () => Promise.reject(Object.assign(new Error("No space left on device"), { code: "ENOSPC" }));
  const opening = openLog();
  await using log = await opening.finally(() => Deno.mkdir = mkdir);
  await log.write("line\n");
  assertEquals(await log.read(), "line\n");
});
