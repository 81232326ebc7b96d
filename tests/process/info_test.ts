import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readCommit } from "@/lib/process/info.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** Reads the commit of a folder with these files below `.git`. */
async function readFrom(files: Readonly<Record<string, string>>): Promise<string | null> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(join(folder, ".git/refs/heads"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, ".git", name), text);
  const commit = await readCommit(folder);
  await Deno.remove(folder, { recursive: true });
  return commit;
}

Deno.test("readCommit() reads the commit of a branch, of a packed branch, and one without a branch", async () => {
  const head = { HEAD: "ref: refs/heads/main\n" };
  assertEquals(await readFrom({ ...head, "refs/heads/main": `${COMMIT}\n` }), COMMIT);
  assertEquals(await readFrom({ ...head, "packed-refs": `# pack-refs\n${COMMIT} refs/heads/main\n` }), COMMIT);
  assertEquals(await readFrom({ HEAD: `${COMMIT}\n` }), COMMIT);
});

Deno.test("readCommit() returns null without a repository, and for what is no commit", async () => {
  assertEquals(await readFrom({}), null);
  assertEquals(await readFrom({ HEAD: "ref: refs/heads/main\n" }), null);
  assertEquals(await readFrom({ HEAD: "something else" }), null);
});
