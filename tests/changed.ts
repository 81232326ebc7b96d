import { basename, dirname, join } from "node:path/posix";

/** Tests that most changes concern: the structure, the documents, and the contract of all endpoints. */
const ALWAYS = [
  "tests/architecture_test.ts",
  "tests/docs_test.ts",
  "tests/routes/contract/endpoints_test.ts",
  "tests/routes/contract/errors_test.ts",
  "tests/routes/contract/fields_test.ts",
];

/**
 * Selects the tests that changed files can break. `files` has the text of every file of the tests: below `tests/`, and
 * below `lib/<name>/tests/` of a package.
 *
 * - A changed test, and the few tests that most changes concern.
 * - The test that mirrors the file: `tests/lib/http/negotiation_test.ts` of `lib/http/negotiation.ts`. If there is none,
 *   the tests in the mirrored folder, or in the nearest one above that has any.
 * - The tests that import the file, `mod.ts` of its folder or its package, or helpers of tests that import a changed
 *   helper.
 * - The tests of routes that have the name of the file or of one of its folders: `filter_test.ts` for `lib/filters`.
 *
 * A slow test is only selected if it has changed or mirrors the file.
 */
export function selectTests(changed: readonly string[], files: ReadonlyMap<string, string>): string[] {
  const tests = [...files.keys()].filter((file) => /_test\.tsx?$/.test(file));
  const fast = tests.filter((test) => !test.includes("_slow_test."));
  const names = new Map([...files].map(([file, text]) => [file, readNames(file, text)]));
  const used = findUsed(changed, names);
  const selected = new Set([
    ...ALWAYS,
    ...changed,
    ...changed.flatMap((path) => findMirrors(path, tests) ?? findNearest(path, fast)),
    ...fast.filter((test) => used.some((path) => names.get(test)?.has(path))),
    ...changed.flatMap((path) => fast.filter((test) => isRouteOf(path, test))),
  ]);
  return tests.filter((test) => selected.has(test)).sort();
}

/** Returns the files that a file of the tests imports or names in a string. */
function readNames(file: string, text: string): Set<string> {
  const names = text.matchAll(/"(@pawkit\/[^"\s]+|[^"\s]+\.\w+)"/g).map(([, name = ""]) => {
    if (name.startsWith("@/")) return name.slice(2);
    // Whatever it imports of a package, nearly every file of that can break it.
    if (name.startsWith("@pawkit/")) return `lib/${name.split("/")[1]}`;
    return /^\.\.?\//.test(name) ? join(dirname(file), name) : name;
  });
  return new Set(names);
}

/** Returns whether a file is below `tests/`, or below the `tests/` of a package. */
function isOfTests(path: string): boolean {
  return /^(lib\/\w+\/)?tests\//.test(path);
}

/** Returns what a test imports to use a changed file: the file, `mod.ts` of its folder, and helpers of the tests. */
function findUsed(changed: readonly string[], names: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const packages = changed.filter((path) => !isOfTests(path)).map((path) => path.split("/").slice(0, 2).join("/"));
  const used = new Set([...changed.flatMap((path) => [path, join(dirname(path), "mod.ts")]), ...packages]);
  // The loop also visits the helpers that it adds. Helpers that import a file of the service do not count: those that
  // start the application or filter a picture would add nearly every test.
  for (const path of used) {
    if (!isOfTests(path)) continue;
    for (const [file, imported] of names) if (imported.has(path)) used.add(file);
  }
  return [...used];
}

/** Returns the path of a file among the tests, which for a package are in its own folder. */
function toMirrored(path: string, tests: readonly string[]): string {
  if (isOfTests(path)) return path;
  const [, folder, below] = /^(lib\/\w+)\/(.*)$/.exec(path) ?? [];
  const own = `${folder}/tests`;
  return tests.some((test) => test.startsWith(`${own}/`)) ? `${own}/${below}` : `tests/${path}`;
}

/** Returns the tests that mirror a file, or `undefined` if there are none. */
function findMirrors(path: string, tests: readonly string[]): string[] | undefined {
  const start = toMirrored(path, tests).replace(/\.\w+$/, "");
  const mirrors = tests.filter((test) => [`${start}_test.ts`, `${start}_slow_test.ts`].includes(test));
  return mirrors.length > 0 ? mirrors : undefined;
}

/** Returns the tests in the folder that mirrors that of a file, or in the nearest folder above that has any. */
function findNearest(path: string, tests: readonly string[]): string[] {
  if (/_test\.tsx?$/.test(path)) return [];
  let folder = dirname(toMirrored(path, tests));
  while (basename(folder) !== "tests" && !tests.some((test) => dirname(test) === folder)) folder = dirname(folder);
  return tests.filter((test) => dirname(test) === folder);
}

/** Returns whether a test of routes has the name of a file or of one of its folders, in singular or plural. */
function isRouteOf(path: string, test: string): boolean {
  const toName = (part: string) => part.replace(/\.\w+$/, "").replaceAll(/\W|^_|s$/g, "");
  return test.startsWith("tests/routes/") && path.split("/").map(toName).includes(toName(basename(test, "_test.ts")));
}

/** Finds the tests that can break by what differs from the branch point. */
export async function findTests(root: URL): Promise<string[]> {
  const paths = ["tests", "lib"].flatMap((folder) => [...walk(folder, root)]).filter(isOfTests);
  const files = new Map(paths.map((path) => [path, Deno.readTextFileSync(new URL(path, root))]));
  return selectTests(await findChanged(root), files);
}

function* walk(folder: string, root: URL): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    if (isDirectory) yield* walk(`${folder}/${name}`, root);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

/**
 * Lists the files that differ from the branch point, with those that are not committed or not even added. The branch
 * point is where the current branch left `main`, the default branch of `origin`, or `master`. On that branch itself it
 * is the last commit that the upstream has, or without an upstream the last commit.
 *
 * @throws {Error} Without git, and outside of a repository.
 */
export async function findChanged(root: URL): Promise<string[]> {
  if (await runGit(root, "rev-parse", "--verify", "HEAD") === undefined) {
    throw new Error("Cannot find what has changed: the project must be a git repository with a commit");
  }
  const base = await findBase(root);
  const changed = await runGit(root, "diff", "--name-only", "--no-renames", "--relative", "-z", base) ?? "";
  const untracked = await runGit(root, "ls-files", "--others", "--exclude-standard", "-z") ?? "";
  return [...new Set(`${changed}${untracked}`.split("\0"))].filter(Boolean).sort();
}

async function findBase(root: URL): Promise<string> {
  const current = await runGit(root, "symbolic-ref", "--short", "HEAD");
  for (const branch of ["main", "origin/HEAD", "master"]) {
    if (await runGit(root, "rev-parse", "--verify", branch) === undefined) continue;
    const other = branch === current?.trim() ? "@{upstream}" : branch;
    return (await runGit(root, "merge-base", "HEAD", other))?.trim() ?? "HEAD";
  }
  return (await runGit(root, "merge-base", "HEAD", "@{upstream}"))?.trim() ?? "HEAD";
}

/** Returns what git prints, or `undefined` if it fails. */
async function runGit(root: URL, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args, cwd: root }).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (cause) {
    throw new Error("Cannot find what has changed: git must be installed", { cause });
  }
}
