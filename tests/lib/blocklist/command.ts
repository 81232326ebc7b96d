import { assertMatch } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";

/** The script of `deno task blocklist`. */
export const MAIN = import.meta.resolve("../../../lib/blocklist/main.ts");

/** The folder with the lists of the repository. */
export const SHIPPED = fromFileUrl(new URL("../../../static/generated/", import.meta.url));

/** What a run of the command did. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The file that it has written. */
  readonly log: string;
}

/** Runs the command, with its lists in the folder `made` and its log in `logs`. */
export async function runCommand(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Run> {
  const logs = join(folder, "logs");
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", MAIN, ...args],
    env: { GENERATED_DIR: join(folder, "made"), LOGS_DIR: logs, ...env },
  }).output();
  const [entry] = await Array.fromAsync(Deno.readDir(logs));
  assertMatch(entry!.name, /^blocklist-\d{4}-\d\d-\d\d\.log$/);
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: texts[0]!, stderr: texts[1]!, log: await Deno.readTextFile(join(logs, entry!.name)) };
}

/** Returns the SHA-256 of each file in a folder, without hidden ones. */
export async function readSums(folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for await (const path of listFiles(folder)) {
    const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(join(folder, path)));
    sums[path] = new Uint8Array(digest).toHex();
  }
  return sums;
}

/** Copies the files of a folder, without hidden ones. */
export async function copyFolder(from: string, to: string): Promise<void> {
  for await (const path of listFiles(from)) {
    await Deno.mkdir(dirname(join(to, path)), { recursive: true });
    await Deno.copyFile(join(from, path), join(to, path));
  }
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name.startsWith(".")) continue;
    if (!isDirectory) yield name;
    else for await (const path of listFiles(join(folder, name))) yield join(name, path);
  }
}
