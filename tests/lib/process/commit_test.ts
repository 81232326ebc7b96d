import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readCommit } from "@/lib/process/commit.ts";

const A = "a".repeat(40), B = "b".repeat(40);

/** Reads the commit of a new folder with these files. */
async function readFrom(files: Readonly<Record<string, string>>, folder = "."): Promise<string | null> {
  const root = await Deno.makeTempDir();
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(join(root, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(root, path), text);
  }
  try {
    return await readCommit(join(root, folder));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("readCommit() reads the commit of a branch, of packed branches and of no branch", async () => {
  const HEAD = "ref: refs/heads/main\n";
  const packed = `# pack-refs\n${B} refs/heads/xmain\n${A} refs/heads/main\n`;
  assertEquals(await readFrom({ ".git/HEAD": HEAD, ".git/refs/heads/main": `${A}\n` }), A);
  assertEquals(await readFrom({ ".git/HEAD": HEAD, ".git/packed-refs": packed }), A);
  // The own file of a branch is newer than the list.
  assertEquals(await readFrom({ ".git/HEAD": HEAD, ".git/packed-refs": packed, ".git/refs/heads/main": B }), B);
  assertEquals(await readFrom({ ".git/HEAD": `${A}\n` }), A);
});

Deno.test("readCommit() reads the commit of a worktree", async () => {
  assertEquals(
    await readFrom({
      "work/.git": "gitdir: ../repo/.git/worktrees/work\n",
      "repo/.git/worktrees/work/HEAD": "ref: refs/heads/topic\n",
      "repo/.git/worktrees/work/commondir": "../..\n",
      "repo/.git/refs/heads/topic": A,
    }, "work"),
    A,
  );
});

Deno.test("readCommit() returns null without a commit", async () => {
  const HEAD = "ref: refs/heads/main";
  for (const files of [{}, { ".git/HEAD": HEAD }, { ".git/HEAD": HEAD, ".git/refs/heads/main": "<script>" }]) {
    assertEquals(await readFrom(files), null);
  }
});
