import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { openDailyFile } from "@/lib/logging/daily_file.ts";

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

async function listNames(dir: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();
}

Deno.test("openDailyFile() starts a new file at midnight", async () => {
  const dir = await Deno.makeTempDir();
  const time = { now: Date.UTC(2026, 11, 31, 23, 59, 59) };
  const { append } = await openDailyFile({ dir, name: "access", clock: () => time.now });
  await append(encode("old\n"));
  time.now += 1000;
  await append(encode("new\n"));
  await append(encode("newer\n"));
  assertEquals(await listNames(dir), ["access-2026-12-31.log", "access-2027-01-01.log"]);
  assertEquals(await Deno.readTextFile(join(dir, "access-2027-01-01.log")), "new\nnewer\n");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("openDailyFile() deletes its own files that are too old, and no others", async () => {
  const dir = await Deno.makeTempDir();
  const names = ["access-2026-10-31.log", "access-2026-11-01.log", "service-2020-01-01.log", "access-notes.log"];
  for (const name of names) await Deno.writeTextFile(join(dir, name), "");
  await openDailyFile({ dir, name: "access", clock: () => Date.UTC(2026, 10, 15) });
  assertEquals(await listNames(dir), [
    "access-2026-11-01.log",
    "access-2026-11-15.log",
    "access-notes.log",
    "service-2020-01-01.log",
  ]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("openDailyFile() continues after its folder was deleted", async () => {
  const dir = await Deno.makeTempDir();
  const time = { now: Date.UTC(2026, 10, 15) };
  const { append } = await openDailyFile({ dir, name: "access", clock: () => time.now });
  await Deno.remove(dir, { recursive: true });
  await assertRejects(() => append(encode("lost\n")), Deno.errors.NotFound);
  await append(encode("written\n"));
  assertEquals(await Deno.readTextFile(join(dir, "access-2026-11-15.log")), "written\n");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("openDailyFile() knows the size of today's file, also what another process wrote", async () => {
  const dir = await Deno.makeTempDir();
  const time = { now: Date.UTC(2026, 10, 15) };
  const path = join(dir, "access-2026-11-15.log");
  await Deno.writeTextFile(path, "old\n");
  const file = await openDailyFile({ dir, name: "access", clock: () => time.now });
  assertEquals(file.size, 4);
  await Deno.writeTextFile(path, "other process\n", { append: true });
  await file.append(encode("new\n"));
  assertEquals(file.size, 22);
  time.now += 86_400_000;
  assertEquals(file.size, 0);
  await Deno.remove(dir, { recursive: true });
});
