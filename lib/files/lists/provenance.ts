import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import { toRuleName } from "@/lib/files/lists/allow_rules.ts";
import { ancestorsOf } from "@/lib/files/lists/domain.ts";
import type { Selection } from "@/lib/files/lists/names.ts";
import { type ByteRange, readTextAt } from "@/lib/fs/read_at.ts";

/** The name of the file with the sources of every name. */
export const PROVENANCE_FILE = "provenance.tsv";

/** One line of the provenance file: why a name is blocked or allowed. */
export interface ProvenanceEntry {
  /** A name, or the rule `*.name` of the allow list, if it is an exception in a list. */
  readonly name: string;
  /** The ids of the sources that contain the name. */
  readonly sources: readonly string[];
  /** The rule of the allow list that allows the name, or an empty text if it is blocked. */
  readonly allowedBy: string;
  /** Whether the allow list has a rule for a name below it. */
  readonly hasRuleBelow: boolean;
}

const CHUNK_CHARACTERS = 128 * 1024;

/** Larger than two lines with every source in them, so that every read contains the start of a line. */
const BLOCK_BYTES = 8192;

/** How many blocks a lookup keeps, because its searches have most steps in common: 16 labels lead to 30 searches. */
const MAX_BLOCKS = 64;

/**
 * Yields the provenance file, chunk by chunk: a line for each blocked name, each allowed name, and each rule below a
 * blocked name. The lines are sorted for a binary search on the disk: with a million names, reading the whole file
 * would take 200 times as long, and 250 MB.
 */
export function* renderProvenance({ sourcesOf, allowed, rules, ...selection }: Selection): Generator<string> {
  const exceptions = rules.findExceptions((domain) => sourcesOf.has(domain));
  const parents = new Set(exceptions.flatMap((rule) => ancestorsOf(toRuleName(rule))));
  const others = [...allowed.keys(), ...exceptions];
  // Mostly none: then the names are already sorted.
  const names = others.length === 0 ? selection.names : [...new Set([...selection.names, ...others])].sort();
  let text = "";
  for (const name of names) {
    const blockedBy = sourcesOf.get(name);
    const { sources, allowedBy } = blockedBy === undefined
      ? allowed.get(name) ?? { sources: [], allowedBy: name }
      : { sources: blockedBy, allowedBy: "" };
    text += `${name}\t${sources.join()}\t${allowedBy}${parents.size > 0 && parents.has(name) ? "\t*" : ""}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield text;
}

/**
 * Returns what a provenance file contains about these names, in their order.
 *
 * @throws {Error} if the file cannot be read.
 */
export async function findProvenance(path: string, names: readonly string[]): Promise<ProvenanceEntry[]> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const blocks = new LRUCache<string, Promise<string>>({ max: MAX_BLOCKS });
  const read: ReadText = (range) => getOrCreate(blocks, `${range.start} ${range.end}`, () => readTextAt(file, range));
  const entries: ProvenanceEntry[] = [];
  for (const name of names) {
    const line = await findLine(read, size, name);
    if (line === undefined) continue;
    const [, sources = "", allowedBy = "", mark] = line.split("\t");
    entries.push({ name, sources: sources.split(","), allowedBy, hasRuleBelow: mark === "*" });
  }
  return entries;
}

type ReadText = (range: ByteRange) => Promise<string>;

async function findLine(read: ReadText, size: number, name: string): Promise<string | undefined> {
  // The line, if it exists, starts at or after `low` and before `high`.
  let low = 0;
  let high = size;
  while (high - low > BLOCK_BYTES) {
    const middle = Math.floor((low + high) / 2);
    const block = await read({ start: middle, end: middle + BLOCK_BYTES });
    const lineStart = block.indexOf("\n") + 1;
    if (block.slice(lineStart, block.indexOf("\t", lineStart)) <= name) low = middle + lineStart;
    else high = middle + lineStart;
  }
  const text = await read({ start: low, end: high + BLOCK_BYTES });
  const start = `\n${text}`.indexOf(`\n${name}\t`);
  return start === -1 ? undefined : text.slice(start).split("\n", 1)[0];
}
