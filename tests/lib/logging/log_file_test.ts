import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { LogFile } from "@/lib/logging/log_file.ts";

const LIMIT = 16_000;
const DAY_MS = 86_400_000;

/** Opens a log whose time the test sets, in a folder with these files. */
async function openLog(files: Record<string, number> = {}) {
  const dir = await Deno.makeTempDir();
  for (const [name, size] of Object.entries(files)) await Deno.writeFile(join(dir, name), new Uint8Array(size));
  const time = { now: Date.UTC(2026, 10, 15, 12) };
  const lost = { dropped: 0, sampled: 0 };
  const file = await LogFile.open("access", { dir, maxBytes: LIMIT, lost, now: () => time.now });
  const write = async (...lines: string[]) => {
    for (const line of lines) file?.write(line);
    await file?.flush();
  };
  const read = (day = "2026-11-15") => Deno.readTextFile(join(dir, `access-${day}.log`));
  const remove = () => Deno.remove(dir, { recursive: true });
  return { dir, lost, time, write, read, [Symbol.asyncDispose]: remove };
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

Deno.test("LogFile deletes its own files that are too old, and no others", async () => {
  const kept = ["access-2026-11-01.log", "access-notes.log", "service-2020-01-01.log"];
  await using log = await openLog(Object.fromEntries([...kept, "access-2026-10-31.log"].map((name) => [name, 0])));
  const names = await Array.fromAsync(Deno.readDir(log.dir), ({ name }) => name);
  assertEquals(names.sort(), [...kept, "access-2026-11-15.log"].sort());
});

Deno.test("LogFile.write() samples ten times fewer lines whenever the file has grown by a sixteenth, until midnight", async () => {
  const rates = new Map([[-1, 1], [0, 100], [999, 100], [1000, 1000], [3000, 100_000], [LIMIT * 100, 1e14]]);
  for (const [excess, rate] of rates) {
    // What an earlier process wrote counts.
    await using log = await openLog({ "access-2026-11-15.log": LIMIT + excess });
    await log.write(...Array.from({ length: 200 }, (_, index) => `{"index":${index}}\n`));
    const [notice = "", ...lines] = (await log.read()).replaceAll("\0", "").trim().split("\n");
    if (rate > 1) {
      assertMatch(notice, new RegExp(`The access log of today has reached ${LIMIT} bytes .* one line in ${rate}"`));
      const sample = rate === 100 ? [0, 100] : [0];
      assertEquals(lines, sample.map((index) => `{"index":${index},"sampleRate":${rate}}`));
      assertEquals(log.lost, { dropped: 0, sampled: 200 - sample.length });
    }
    assert(rate > 1 || lines.length === 199);
    log.time.now += DAY_MS;
    await log.write("{}\n");
    assertEquals(await log.read("2026-11-16"), "{}\n");
  }
});
