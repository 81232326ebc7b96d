import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { ifExists, replaceFile } from "@/lib/util/fs.ts";
import { Program } from "@/tests/process/program.ts";

/** Runs a test in a folder of its own. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await use(folder);
  await Deno.remove(folder, { recursive: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test("ifExists() returns undefined for a missing file, and throws other errors", () =>
  inFolder(async (folder) => {
    assertEquals(await ifExists(Deno.readTextFile(join(folder, "missing"))), undefined);
    await assertRejects(() => ifExists(Deno.readTextFile(folder)));
  }));

Deno.test("replaceFile() creates the folder, replaces the content and leaves no draft", () =>
  inFolder(async (folder) => {
    const path = join(folder, "new", "list.txt");
    await replaceFile(path, "a longer first content");
    await replaceFile(path, new TextEncoder().encode("grün"));
    assertEquals(await Deno.readTextFile(path), "grün");
    assertEquals(await namesIn(join(folder, "new")), ["list.txt"]);
  }));

Deno.test("replaceFile() keeps a file that somebody reads as it was", () =>
  inFolder(async (folder) => {
    const path = join(folder, "list.txt");
    await replaceFile(path, "old");
    using file = await Deno.open(path);
    await replaceFile(path, "new");
    assertEquals(await new Response(file.readable).text(), "old");
  }));

Deno.test("replaceFile() throws and leaves no draft if it cannot replace the file", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "list.txt", "full"), { recursive: true });
    await assertRejects(() => replaceFile(join(folder, "list.txt"), "new"));
    assertEquals(await namesIn(folder), ["list.txt"]);
  }));

Deno.test("replaceFile() leaves a whole file when the process is killed", () =>
  inFolder(async (folder) => {
    const path = join(folder, "list.txt");
    for (let i = 0; i < 3; i++) {
      const writer = new Program([
        "run",
        "--allow-all",
        "--no-check",
        fromFileUrl(new URL("writer.ts", import.meta.url)),
        path,
      ]);
      await writer.find(/writing/);
      await writer.stop("SIGKILL");
      assertMatch(await Deno.readTextFile(path), /^(a{1000000}|b{1000000})$/);
    }
  }));
