import type { Selection } from "@/lib/blocklist/compile.ts";
import { parentsOf } from "@/lib/blocklist/domain.ts";
import { createReusableEncoder } from "@/lib/blocklist/reusable_encoder.ts";
import { readAt } from "@/lib/fs/read_at.ts";

/** The sources of one name, one line of the provenance file. */
export interface Origin {
  /** The name, or `*.name` for a rule about its subdomains. */
  readonly name: string;
  /** The ids of the sources that contain it. */
  readonly sources: readonly string[];
  /** The rule of the allow list that removes it from the lists, or an empty text. */
  readonly allowedBy: string;
  /** Whether the allow list has a rule below it. */
  readonly hasRuleBelow: boolean;
}

const CHUNK_CHARACTERS = 128 * 1024;

/** Larger than two lines with every source in them, so that every read contains the start of a line. */
const BLOCK_BYTES = 8192;

/** Yields the origins of all names, sorted by bytes: blocked names, allowed names, and rules about subdomains. */
export function* originsOf({ collection, blocked, allowed, allowList }: Selection): Generator<Origin> {
  const rules = allowList.findExceptions((domain) => blocked.get(domain) !== undefined);
  const parents = parentsOf(rules.map((rule) => rule.replace(/^\*\./, "")));
  const allowedOrigins = [...new Set([...allowed.keys(), ...rules])].sort().map((name) => {
    const hasRuleBelow = parents.has(name);
    return { name, sources: collection.sourcesOf(name), allowedBy: allowed.get(name) ?? name, hasRuleBelow };
  });
  let next = 0;
  for (const [index, name] of blocked.names.entries()) {
    while (next < allowedOrigins.length && allowedOrigins[next]!.name < name) yield allowedOrigins[next++]!;
    const sources = collection.sets[blocked.numbers[index]!]!;
    yield { name, sources, allowedBy: "", hasRuleBelow: parents.has(name) };
  }
  yield* allowedOrigins.slice(next);
}

/**
 * Yields the provenance file, chunk by chunk; each chunk is valid until the next one is requested. The file has one line
 * per name, so that a binary search finds a name without loading the file into memory.
 */
export function* renderProvenance(origins: Iterable<Origin>): Generator<Uint8Array> {
  const encode = createReusableEncoder();
  let text = "";
  for (const { name, sources, allowedBy, hasRuleBelow } of origins) {
    text += `${name}\t${sources.join()}\t${allowedBy}${hasRuleBelow ? "\t*" : ""}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encode(text);
    text = "";
  }
  yield encode(text);
}

/** Finds a name in an open provenance file. @throws {Error} if the file cannot be read. */
export async function findOrigin(file: Deno.FsFile, size: number, name: string): Promise<Origin | undefined> {
  // The line, if it exists, starts at or after `low` and before `high`.
  let low = 0;
  let high = size;
  while (high - low > BLOCK_BYTES) {
    const middle = Math.floor((low + high) / 2);
    const text = await readText(file, middle, BLOCK_BYTES);
    const start = text.indexOf("\n") + 1;
    if (text.slice(start, text.indexOf("\t", start)) <= name) low = middle + start;
    else high = middle + start;
  }
  const lines = (await readText(file, low, high - low + BLOCK_BYTES)).split("\n");
  const line = lines.find((text) => text.startsWith(`${name}\t`));
  if (line === undefined) return undefined;
  const [, sources = "", allowedBy = "", mark] = line.split("\t");
  return { name, sources: sources === "" ? [] : sources.split(","), allowedBy, hasRuleBelow: mark === "*" };
}

const DECODER = new TextDecoder();

async function readText(file: Deno.FsFile, start: number, length: number): Promise<string> {
  const buffer = new Uint8Array(length);
  return DECODER.decode(buffer.subarray(0, await readAt(file, buffer, start)));
}
