import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { LineCounts } from "@/lib/files/line_counts.ts";
import { ServedFolder } from "@/lib/files/served_folder.ts";
import { withFiles } from "./files_fixture.ts";

/** Counts with a new handle and returns how many bytes that read. */
async function count(counts: LineCounts, directory: string): Promise<{ total: number; bytes: number }> {
  const found = (await new ServedFolder(directory).findFile("a.log"))!;
  using file = found.file;
  const read = file.read.bind(file);
  let bytes = 0;
  file.read = async (buffer) => {
    const got = await read(buffer);
    bytes += got ?? 0;
    return got;
  };
  return { total: await counts.of(found), bytes };
}

Deno.test("LineCounts.of() counts a last line without a newline", () =>
  withFiles(async ({ logs }) => {
    for (const [text, total] of [["", 0], ["\n", 1], ["a", 1], ["a\n", 1], ["a\nb", 2], ["a\n\nb\n", 3]] as const) {
      await Deno.writeTextFile(join(logs, "a.log"), text);
      assertEquals((await count(new LineCounts(), logs)).total, total, JSON.stringify(text));
    }
  }));

Deno.test("LineCounts.of() reads only what was appended since the last time", () =>
  withFiles(async ({ logs }) => {
    const counts = new LineCounts();
    const path = join(logs, "a.log");
    await Deno.writeTextFile(path, "one line\n".repeat(100_000));
    assertEquals((await count(counts, logs)).total, 100_000);
    const same = await count(counts, logs);
    assertEquals([same.total, same.bytes < 500], [100_000, true]);
    await Deno.writeTextFile(path, "two\nthree\n", { append: true });
    const grown = await count(counts, logs);
    assertEquals([grown.total, grown.bytes < 500], [100_002, true]);
  }));

Deno.test("LineCounts.of() starts again after the file was rotated, truncated or refilled", () =>
  withFiles(async ({ logs }) => {
    const counts = new LineCounts();
    const path = join(logs, "a.log");
    await Deno.writeTextFile(path, "1\n2\n3\n");
    assertEquals((await count(counts, logs)).total, 3);
    await Deno.rename(path, `${path}.1`);
    await Deno.writeTextFile(path, "a much longer line than before\n");
    assertEquals((await count(counts, logs)).total, 1);
    await Deno.truncate(path);
    assertEquals((await count(counts, logs)).total, 0);
    await Deno.writeTextFile(path, "1\n2\n");
    assertEquals((await count(counts, logs)).total, 2);
    await Deno.truncate(path);
    // The last of the bytes that were counted before is the same.
    await Deno.writeTextFile(path, "one\nand more\nlines\nthan before\n", { append: true });
    assertEquals((await count(counts, logs)).total, 4);
  }));

Deno.test("LineCounts.of() counts once for concurrent callers", () =>
  withFiles(async ({ logs }) => {
    const counts = new LineCounts();
    await Deno.writeTextFile(join(logs, "a.log"), "line\n".repeat(50_000));
    const results = await Promise.all(Array.from({ length: 10 }, () => count(counts, logs)));
    assertEquals(new Set(results.map(({ total }) => total)), new Set([50_000]));
    assertEquals(results.filter(({ bytes }) => bytes > 1000).length, 1);
  }));
