import { join, resolve } from "@std/path";

/**
 * Returns the commit that is checked out in a folder, or `null` if that cannot be read, for example in an archive
 * without `.git`. Git itself is not needed, and may not be installed.
 */
export async function readCommit(folder: string): Promise<string | null> {
  try {
    const gitFolder = await findGitFolder(join(folder, ".git"));
    const head = (await Deno.readTextFile(join(gitFolder, "HEAD"))).trim();
    const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : undefined;
    const commit = ref === undefined ? head : await readRef(gitFolder, ref);
    return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}

/** Returns the folder with `HEAD`. In a worktree `.git` is a file that names it. */
async function findGitFolder(path: string): Promise<string> {
  if ((await Deno.stat(path)).isDirectory) return path;
  const [, folder = ""] = /^gitdir: (.*)/.exec(await Deno.readTextFile(path)) ?? [];
  return resolve(path, "..", folder);
}

/** Reads a branch: from its own file, or from the list of packed ones. Those of a worktree are in the common folder. */
async function readRef(gitFolder: string, ref: string): Promise<string | undefined> {
  const readFile = (...path: string[]) => Deno.readTextFile(join(gitFolder, ...path)).catch(() => "");
  const common = (await readFile("commondir")).trim();
  const loose = (await readFile(common, ref)).trim();
  if (loose !== "") return loose;
  const packed = await readFile(common, "packed-refs");
  return packed.split("\n").find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}
