import manifest from "@/deno.json" with { type: "json" };
import { join } from "@std/path";

const { deno, v8, typescript } = Deno.version;

/** The name and version of this service and of its runtime. */
export const INFO = {
  name: "pawkit",
  version: manifest.version,
  runtime: { name: "deno", version: deno, v8, typescript },
} as const;

/**
 * Returns the commit that is checked out in a folder, or `null` if the folder has no `.git` that states it. Git itself
 * may not be installed.
 */
export async function readCommit(folder: string): Promise<string | null> {
  const read = (name: string) => Deno.readTextFile(join(folder, ".git", name)).catch(() => "");
  const head = (await read("HEAD")).trim();
  const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
  if (branch === undefined) return toCommit(head);
  const packed = async () => (await read("packed-refs")).split("\n").find((line) => line.endsWith(` ${branch}`));
  return toCommit(await read(branch)) ?? toCommit(await packed());
}

function toCommit(text = ""): string | null {
  return /^[0-9a-f]{40,64}(?=\s|$)/.exec(text)?.[0] ?? null;
}
