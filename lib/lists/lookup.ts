import { parentsOf } from "@/lib/lists/names.ts";
import { FORMATS } from "@/lib/lists/task/formats.ts";
import { readAt } from "@/lib/util/fs.ts";
import type { ServedFolder } from "@/lib/util/served_folder.ts";

/** A list that contains a name or a parent of it. */
export interface FoundList {
  readonly path: string;
  readonly format: string;
  /** The name in the list. */
  readonly entry: string;
}

/** A part of BLOCK_BYTES is searched line by line. A part of LINE_BYTES always contains a whole line. */
const BLOCK_BYTES = 8192;
const LINE_BYTES = 2048;

/** Finds the lists below a path that block a name. The names of each list are in its `domains.txt`. */
export async function findLists(folder: ServedFolder, domain: string, path: string): Promise<FoundList[]> {
  const found: FoundList[] = [];
  for (const { name: list, type } of await folder.list("")) {
    const names = type === "directory" ? await folder.find(`${list}/domains.txt`) : undefined;
    if (names === undefined) continue;
    using file = await Deno.open(names.file);
    const entries: string[] = [];
    for (const name of [domain, ...parentsOf(domain)]) if (await hasLine(file, names.size, name)) entries.push(name);
    for (const { file, coversSubdomains } of FORMATS) {
      // Such a list contains only the highest parent, which blocks every name below it.
      const entry = coversSubdomains ? entries.at(-1) : entries.find((name) => name === domain);
      if (entry !== undefined) found.push({ path: `${list}/${file}`, format: file.replace(/\..*/, ""), entry });
    }
  }
  return found.filter((each) => path === "" || `${each.path}/`.startsWith(`${path}/`));
}

/** Returns whether a file has a line. Its lines are sorted, and comments come before every name. */
async function hasLine(file: Deno.FsFile, size: number, line: string): Promise<boolean> {
  let start = 0;
  let end = size;
  while (end - start > BLOCK_BYTES) {
    const middle = Math.floor((start + end) / 2);
    const text = await readText(file, middle, LINE_BYTES);
    const next = text.indexOf("\n") + 1;
    const isBefore = text.slice(next, text.indexOf("\n", next)) > line;
    if (isBefore) end = middle + next;
    else start = middle + next;
  }
  return (await readText(file, start, end - start)).split("\n").includes(line);
}

/** Reads a part of a file, each byte as one character. */
async function readText(file: Deno.FsFile, offset: number, length: number): Promise<string> {
  return new TextDecoder("latin1").decode(await readAt(file, offset, length));
}
