/** Tests that most changes concern: the structure, the documents, and the contract of all endpoints. */
const ALWAYS = ["tests/architecture_test.ts", "tests/docs_test.ts", "tests/routes/contract"];

/** Finds the tests next to the files that differ from the last commit: `tests/` mirrors the folders that it tests. */
export async function findTests(root: URL): Promise<string[]> {
  const changed = [
    ...await runGit(root, "diff", "--name-only", "HEAD"),
    ...await runGit(root, "ls-files", "--others", "--exclude-standard"),
  ];
  const paths = new Set([
    ...ALWAYS,
    ...changed.map((path) => toTests(path, root)).filter((path) => path !== undefined),
  ]);
  // A file inside a folder that is tested as a whole would run twice.
  return [...paths].filter((path) => ![...paths].some((other) => path.startsWith(`${other}/`))).sort();
}

/** Returns the tests of a changed file: the test itself, or the folder below `tests/` that mirrors its own. */
export function toTests(path: string, root: URL): string | undefined {
  if (/^tests\/.*_test\.tsx?$/.test(path)) return exists(path, root) ? path : undefined;
  if (path === "fresh.config.ts") return "tests/config_test.ts";
  const [, folder = ""] = /^(?:tests\/)?(lib\/[^/]+|routes|static)\//.exec(path) ?? [];
  return folder !== "" && exists(`tests/${folder}`, root) ? `tests/${folder}` : undefined;
}

async function runGit(root: URL, ...args: string[]): Promise<string[]> {
  const { success, stdout } = await new Deno.Command("git", { args, cwd: root, stderr: "inherit" }).output();
  if (!success) throw new Error(`Cannot list the changed files: git ${args[0]} must succeed`);
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

function exists(path: string, root: URL): boolean {
  try {
    return Deno.statSync(new URL(path, root)) !== null;
  } catch {
    return false;
  }
}
