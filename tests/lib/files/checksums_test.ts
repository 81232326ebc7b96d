import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { Checksums } from "@/lib/files/checksums.ts";
import { type FoundFile, ServedFolder } from "@/lib/files/served_folder.ts";
import { sha256Of, withFiles } from "./files_fixture.ts";

const OLD = new Date("2024-01-02T03:04:05Z");

/** Opens a file and counts its reads. */
async function openCounted(directory: string, name: string): Promise<{ found: FoundFile; reads: () => number }> {
  const found = (await new ServedFolder(directory).findFile(name))!;
  const read = found.file.read.bind(found.file);
  let reads = 0;
  found.file.read = (buffer) => {
    reads++;
    return read(buffer);
  };
  return { found, reads: () => reads };
}

Deno.test("Checksums.of() returns the same as WebCrypto", () =>
  withFiles(async ({ generated }) => {
    for (const length of [0, 1, 262_144, 600_001]) {
      const bytes = new Uint8Array(length).map((_, index) => (index * 7) % 251);
      await Deno.writeFile(join(generated, `${length}.bin`), bytes);
      const { found } = await openCounted(generated, `${length}.bin`);
      using _ = found.file;
      const { sha256 } = await new Checksums().of(found);
      assertEquals(sha256, await sha256Of(bytes));
    }
  }));

Deno.test("Checksums.of() reads a file once for concurrent callers, and not again later", () =>
  withFiles(async ({ generated }) => {
    await Deno.writeFile(join(generated, "a"), new Uint8Array(1_000_000));
    await Deno.utime(join(generated, "a"), OLD, OLD);
    const checksums = new Checksums();
    const opened = await Promise.all(Array.from({ length: 20 }, () => openCounted(generated, "a")));
    const sums = await Promise.all(opened.map(({ found }) => checksums.of(found)));
    const late = await openCounted(generated, "a");
    await checksums.of(late.found);
    assertEquals(new Set(sums.map(({ sha256 }) => sha256)).size, 1);
    assertEquals(opened.filter(({ reads }) => reads() > 0).length, 1);
    assertEquals(late.reads(), 0);
    for (const { found } of [...opened, late]) found.file.close();
  }));

/** Writes a file with a time of its own. */
async function write(path: string, text: string, time = OLD): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, time, time);
}

async function sumOf(checksums: Checksums, folder: string): Promise<string> {
  const { found } = await openCounted(folder, "a");
  using _ = found.file;
  return (await checksums.of(found)).sha256;
}

Deno.test("Checksums.of() detects a change of size, of time and of the file behind the name", () =>
  withFiles(async ({ generated }) => {
    const checksums = new Checksums();
    const path = join(generated, "a");
    const later = new Date(OLD.getTime() + 1);
    const changes: [string, () => Promise<void>][] = [
      ["one", () => write(path, "one")],
      ["three", () => write(path, "three")],
      ["seven", () => write(path, "seven", later)],
      ["eight", () => write(`${path}.new`, "eight", later).then(() => Deno.rename(`${path}.new`, path))],
    ];
    for (const [text, change] of changes) {
      await change();
      assertEquals(await sumOf(checksums, generated), await sha256Of(new TextEncoder().encode(text)), text);
    }
  }));

Deno.test("Checksums.of() does not cache the checksum of a file that may still change within its timestamp", () =>
  withFiles(async ({ generated }) => {
    const checksums = new Checksums();
    // A time in the future, so that the speed of the test does not matter.
    const soon = new Date("2100-01-01");
    await write(join(generated, "a"), "one", soon);
    const first = await sumOf(checksums, generated);
    await write(join(generated, "a"), "two", soon);
    assertNotEquals(await sumOf(checksums, generated), first);
  }));

Deno.test("Checksums.of() throws on a file that becomes shorter, and works the next time", () =>
  withFiles(async ({ generated }) => {
    await Deno.writeTextFile(join(generated, "a"), "12345");
    const checksums = new Checksums();
    const { found } = await openCounted(generated, "a");
    using _ = found.file;
    await Deno.truncate(join(generated, "a"), 2);
    await assertRejects(() => checksums.of(found), Deno.errors.UnexpectedEof);
    const again = await openCounted(generated, "a");
    using _again = again.found.file;
    assertEquals((await checksums.of(again.found)).sha256, await sha256Of(new TextEncoder().encode("12")));
  }));
