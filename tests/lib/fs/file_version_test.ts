import { assertEquals, assertNotEquals } from "@std/assert";
import { fileVersion, isSettled, settledVersion } from "@/lib/fs/file_version.ts";

Deno.test("fileVersion() changes with the content, and with another file of the same size and time", async () => {
  const path = await Deno.makeTempFile();
  const time = new Date(1_000_000);
  const write = async (text: string) => {
    await Deno.writeTextFile(path, text);
    await Deno.utime(path, time, time);
    return fileVersion(await Deno.stat(path));
  };
  const first = await write("a");
  assertEquals(await write("b"), first, "one inode, size and time look the same");
  assertNotEquals(await write("longer"), first);
  await write("a");
  const other = await Deno.makeTempFile();
  await Deno.writeTextFile(other, "a");
  await Deno.utime(other, time, time);
  await Deno.rename(other, path);
  assertNotEquals(fileVersion(await Deno.stat(path)), first);
  await Deno.remove(path);
});

Deno.test("isSettled() is false while a file can change again within its timestamp", () => {
  const mtime = new Date("2024-05-06T07:08:09.500Z");
  const ages = [-60_000, 0, 1999, 2000, 60_000];
  assertEquals(ages.map((age) => isSettled({ mtime }, mtime.getTime() + age)), [false, false, false, true, true]);
  assertEquals(isSettled({ mtime: null }), true);
});

Deno.test("settledVersion() changes with a file that appears or changes, and is missing while one can change unseen", async () => {
  const path = await Deno.makeTempFile();
  const statAt = async (time: string) => {
    await Deno.utime(path, new Date(time), new Date(time));
    return await Deno.stat(path);
  };
  const [old, newer, future] = [await statAt("2001-01-01"), await statAt("2002-01-01"), await statAt("2100-01-01")];
  assertEquals(settledVersion([old, undefined]), settledVersion([old, undefined]));
  assertEquals(new Set([[old], [newer], [old, old], [old, undefined], [undefined, old]].map(settledVersion)).size, 5);
  assertEquals(settledVersion([old, future]), undefined);
  await Deno.remove(path);
});
