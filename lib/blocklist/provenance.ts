import type { Selection } from "@/lib/blocklist/compile.ts";
import { createEncoder } from "@/lib/blocklist/encode.ts";

/** What is known of one name. */
export interface Origin {
  /** The name, or `*.name` for a rule about all below it. */
  readonly name: string;
  /** The ids of the sources that have it. */
  readonly sources: readonly string[];
  /** The rule of the allow list that keeps it out of the lists, or an empty text. */
  readonly allowedBy: string;
}

const CHUNK_CHARACTERS = 128 * 1024;

/** Larger than two lines with every source in them, so that one read always meets the start of a line. */
const BLOCK_BYTES = 8192;

/** Yields the origins of all names, sorted by bytes: what is blocked, what is let through, and the rules about parts. */
export function* originsOf({ collection, blocked, allowed, allowList }: Selection): Generator<Origin> {
  const rules = allowList.exceptionsFrom((domain) => blocked.get(domain) !== undefined);
  const others = [...new Set([...allowed.keys(), ...rules])].sort();
  const toOther = (name: string) => ({
    name,
    sources: collection.sourcesOf(name),
    allowedBy: allowed.get(name) ?? name,
  });
  let next = 0;
  for (const [place, name] of blocked.names.entries()) {
    while (next < others.length && others[next]! < name) yield toOther(others[next++]!);
    yield { name, sources: collection.sets[blocked.numbers[place]!]!, allowedBy: "" };
  }
  while (next < others.length) yield toOther(others[next++]!);
}

/**
 * Yields the file of origins, piece by piece; a piece holds until the next is asked for. It has a line a name, so that a
 * name is found by halving and nothing need be kept in memory.
 */
export function* renderProvenance(origins: Iterable<Origin>): Generator<Uint8Array> {
  const encode = createEncoder();
  let text = "";
  for (const { name, sources, allowedBy } of origins) {
    text += `${name}\t${sources.join()}\t${allowedBy}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encode(text);
    text = "";
  }
  yield encode(text);
}

/**
 * Finds a name in an open file of origins.
 *
 * @throws {Error} when the file cannot be read.
 */
export async function findOrigin(file: Deno.FsFile, size: number, name: string): Promise<Origin | undefined> {
  // The line, if there is one, begins at or after `low` and before `high`.
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
  const line = lines.find((each) => each.startsWith(`${name}\t`));
  return line === undefined ? undefined : parseOrigin(line);
}

function parseOrigin(line: string): Origin {
  const [name = "", sources = "", allowedBy = ""] = line.split("\t");
  return { name, sources: sources === "" ? [] : sources.split(","), allowedBy };
}

const DECODER = new TextDecoder();

async function readText(file: Deno.FsFile, start: number, length: number): Promise<string> {
  await file.seek(start, Deno.SeekMode.Start);
  const buffer = new Uint8Array(length);
  let filled = 0;
  for (let got = await file.read(buffer); got !== null && got > 0; got = await file.read(buffer.subarray(filled))) {
    filled += got;
    if (filled === length) break;
  }
  return DECODER.decode(buffer.subarray(0, filled));
}
