import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { cacheUntilChanged, fileVersion, isSettled, readVersion } from "@/lib/fs/file_version.ts";

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

Deno.test("readVersion() changes with a file that appears or changes, and is missing while one can change unseen", async () => {
  const folder = await Deno.makeTempDir();
  const [path, absent] = [`${folder}/a`, `${folder}/b`];
  const versionAt = async (time: string, paths: string[]) => {
    await Deno.writeTextFile(path, "");
    await Deno.utime(path, new Date(time), new Date(time));
    return await readVersion(paths);
  };
  const versions = [
    await versionAt("2001-01-01", [path]),
    await versionAt("2002-01-01", [path]),
    await versionAt("2002-01-01", [path, absent]),
    await versionAt("2002-01-01", [absent, path]),
  ];
  assertEquals(new Set(versions).size, 4);
  assertEquals(await versionAt("2002-01-01", [path]), versions[1]);
  assertEquals(await versionAt("2100-01-01", [absent, path]), undefined);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("cacheUntilChanged() reads again after a change or an error, and if a change can be unseen", async () => {
  const path = await Deno.makeTempFile();
  const writeAt = async (time: string, text: string) => {
    await Deno.writeTextFile(path, text);
    await Deno.utime(path, new Date(time), new Date(time));
  };
  const read = cacheUntilChanged(path, async () => JSON.parse(await Deno.readTextFile(path)));
  await writeAt("2001-01-01", "{");
  await assertRejects(read, SyntaxError);
  await writeAt("2001-01-01", "1");
  assertEquals(await read(), 1);
  await writeAt("2001-01-01", "2");
  assertEquals(await read(), 1, "one inode, size and time look the same");
  for (const text of ["3", "4"]) {
    await writeAt("2100-01-01", text);
    assertEquals(await read(), Number(text));
  }
  await Deno.remove(path);
});

Deno.test("cacheUntilChanged() reads again with each new version of another source, and without one", async () => {
  let [version, reads]: [string | undefined, number] = ["a", 0];
  const read = cacheUntilChanged(() => Promise.resolve(version), () => Promise.resolve(++reads));
  assertEquals([await read(), await read()], [1, 1]);
  version = undefined;
  assertEquals([await read(), await read()], [2, 3]);
  version = "a";
  assertEquals([await read(), await read()], [4, 4]);
});
