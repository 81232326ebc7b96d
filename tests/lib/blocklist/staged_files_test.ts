import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { StagedFiles } from "@/lib/blocklist/staged_files.ts";
import { ONLY_A, withWorkshop } from "./fixture.ts";

async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) names.push(...(await namesBelow(join(folder, name))).map((below) => `${name}/${below}`));
    else names.push(name);
  }
  return names.sort();
}

Deno.test("StagedFiles shows no file before the commit, and all of them after it", () =>
  withWorkshop(async ({ out }) => {
    await using staged = new StagedFiles(out);
    await staged.write("a/b.txt", ["one", "two"]);
    assertEquals(await namesBelow(out), [".new/a/b.txt"]);
    assertEquals(await staged.commit(), ["a/b.txt"]);
    assertEquals(await namesBelow(out), ["a/b.txt"]);
    assertEquals(await Deno.readTextFile(join(out, "a/b.txt")), "onetwo");
  }));

Deno.test("StagedFiles removes what was not committed, also the files of a killed run", () =>
  withWorkshop(async ({ out }) => {
    await Deno.mkdir(join(out, ".new/x"), { recursive: true });
    await Deno.writeTextFile(join(out, ".new/x/b.txt"), "");
    {
      await using staged = new StagedFiles(out);
      await staged.write("a.txt", ["half"]);
    }
    assertEquals(await namesBelow(out), []);
  }));

Deno.test("StagedFiles.commit() says whether some files are new if another cannot be replaced", () =>
  withWorkshop(async ({ out }) => {
    // A file cannot replace a folder.
    await Deno.mkdir(join(out, "b.txt/folder"), { recursive: true });
    const isMixed: boolean[] = [];
    for (const paths of [["b.txt"], ["a.txt", "b.txt"]]) {
      await using staged = new StagedFiles(out);
      for (const path of paths) await staged.write(path, ["new"]);
      const { message } = await assertRejects(() => staged.commit(), Error, 'Cannot replace "b.txt": ');
      isMixed.push(message.endsWith(", so some files are new and others old until the next run"));
    }
    assertEquals(isMixed, [false, true]);
    assertEquals(await namesBelow(out), ["a.txt"]);
  }));

Deno.test("build() lets a reader see the old list or the new one, never a part", () =>
  withWorkshop(async ({ source, run, out }) => {
    const versions = [400, 500].map((count) =>
      Array.from({ length: count }, (_, index) => `ad${index}.example.com\n`).join("")
    );
    await source("a.txt", versions[0]!);
    await run({}, ONLY_A);
    let isDone = false;
    const seen = new Set<number>();
    const reader = (async () => {
      while (!isDone) {
        const text = await Deno.readTextFile(join(out, "one/domains.txt"));
        const stated = Number(/Entries: (\d+)/.exec(text)![1]);
        assertEquals(text.split("\n").filter((line) => line.startsWith("ad")).length, stated);
        seen.add(stated);
      }
    })();
    for (let turn = 1; turn <= 4; turn++) {
      await source("a.txt", versions[turn % 2]!);
      await run({ force: true }, ONLY_A);
    }
    isDone = true;
    await reader;
    assertEquals([...seen].every((count) => count === 400 || count === 500), true);
  }));
