import { join } from "@std/path";
import { hasParent } from "@/lib/lists/names.ts";
import type { BlocklistConfig, ListConfig } from "@/lib/lists/task/config.ts";
import { fetchSource } from "@/lib/lists/task/fetch.ts";
import { FORMATS, renderList, withoutSubdomains } from "@/lib/lists/task/formats.ts";
import { readNames, type SourceNames } from "@/lib/lists/task/lines.ts";
import { ifExists, replaceFile } from "@/lib/util/fs.ts";

/** The part of its names that a list may lose in one run. If it loses more, it has most likely lost a source. */
const MAX_LOSS = 0.2;

/** The folder for new files until all of them are complete. It is hidden, so it is never served. */
const DRAFTS = ".drafts";

/** Options of {@linkcode build}. */
export interface BuildOptions {
  readonly config: BlocklistConfig;
  /** The folder of the files that the configuration names. */
  readonly sources: string;
  /** The folder of the lists. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/**
 * Builds every list in every format. No file is replaced before all are written.
 *
 * @throws {Error} if a source fails or a list lost a fifth of its names. Nothing is replaced then.
 */
export async function build({ config, sources, folder, print }: BuildOptions): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
  // Two runs at once would mix their drafts.
  await lock.lock(true);
  const found = new Map<string, SourceNames>();
  for (const source of new Set(config.lists.flatMap((list) => list.sources))) {
    found.set(source, await readSource(source, sources, print));
  }
  await ifExists(Deno.remove(join(folder, DRAFTS), { recursive: true }));
  const changed: string[] = [];
  for (const list of config.lists) {
    const names = selectNames(list, found, new Set(config.allow));
    await assertNotLost(list, names.length, folder);
    const highest = withoutSubdomains(names);
    for (const format of FORMATS) {
      const path = `${list.name}/${format.file}`;
      const text = renderList(format, list, format.coversSubdomains ? highest : names);
      // An unchanged file keeps its time, so programs that ask for changes get none.
      if (await ifExists(Deno.readTextFile(join(folder, path))) === text) continue;
      await replaceFile(join(folder, DRAFTS, path), text);
      changed.push(path);
    }
    print(`List ${list.name}: ${names.length} names`);
  }
  for (const path of changed) {
    await Deno.mkdir(join(folder, path, ".."), { recursive: true });
    await Deno.rename(join(folder, DRAFTS, path), join(folder, path));
  }
  await ifExists(Deno.remove(join(folder, DRAFTS), { recursive: true }));
  print(changed.length === 0 ? "Nothing has changed" : `Wrote ${changed.join(", ")}`);
}

async function readSource(source: string, folder: string, print: BuildOptions["print"]): Promise<SourceNames> {
  const read = readNames(await fetchSource(source, folder));
  const { names, leftOut } = read;
  // An error page must not replace a list.
  if (names.size === 0) throw new Error(`Cannot use the source "${source}": it contains no domain`);
  const example = leftOut.length === 0
    ? ""
    : `, ${leftOut.length} lines left out, such as ${JSON.stringify(leftOut[0])}`;
  print(`Source ${source}: ${names.size} names${example}`);
  return read;
}

function selectNames(
  list: ListConfig,
  found: ReadonlyMap<string, SourceNames>,
  allow: ReadonlySet<string>,
): string[] {
  const isAllowed = (name: string) => allow.has(name) || hasParent(name, (parent) => allow.has(`*.${parent}`));
  const names = new Set(list.sources.flatMap((source) => [...found.get(source)!.names]));
  return [...names].filter((name) => allow.size === 0 || !isAllowed(name)).sort();
}

async function assertNotLost({ name }: ListConfig, count: number, folder: string): Promise<void> {
  const path = join(folder, name, "domains.txt");
  const before = (await ifExists(Deno.readTextFile(path)) ?? "").match(/^[^#\n]/gm)?.length ?? 0;
  if (count >= before * (1 - MAX_LOSS)) return;
  throw new Error(
    `Cannot replace the list "${name}": it would shrink from ${before} to ${count} names. ` +
      `If that is right, delete ${path} and run this again`,
  );
}
