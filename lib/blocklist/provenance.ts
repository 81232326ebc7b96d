import type { Selection } from "@/lib/blocklist/compile.ts";

/** What is known of one name. */
export interface Origin {
  /** The name, or `*.name` for a rule about all below it. */
  readonly name: string;
  /** The ids of the sources that have it. */
  readonly sources: readonly string[];
  /** The rule of the allow list that keeps it out of the lists, or an empty text. */
  readonly allowedBy: string;
}

const LINES_A_CHUNK = 8192;

/** Larger than two lines with every source in them, so that one read always meets the start of a line. */
const BLOCK_BYTES = 8192;

/** The names of a file of origins, sorted by bytes: what is blocked, what is let through, and the rules about parts. */
export function namesOf({ collection, domains, allowed, allowList }: Selection): string[] {
  const isBlocked = (domain: string) => collection.setOf(domain) !== undefined && !allowed.has(domain);
  const rules = allowList.exceptionsFrom(isBlocked).filter((rule) => !allowed.has(rule));
  const extras = [...allowed.keys(), ...rules];
  return extras.length === 0 ? [...domains] : [...domains, ...extras].sort();
}

/** Yields the file of origins, piece by piece: a line a name, so that a name is found by halving and nothing is kept in memory. */
export function* renderProvenance(selection: Selection, names: readonly string[]): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let start = 0; start < names.length; start += LINES_A_CHUNK) {
    const lines = names.slice(start, start + LINES_A_CHUNK).map((name) => renderOrigin(toOrigin(selection, name)));
    yield encoder.encode(lines.join(""));
  }
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

// What is neither in a source nor taken out of one is a rule.
function toOrigin({ collection, allowed }: Selection, name: string): Origin {
  const sources = collection.sourcesOf(name);
  return { name, sources, allowedBy: allowed.get(name) ?? (sources.length === 0 ? name : "") };
}

function renderOrigin({ name, sources, allowedBy }: Origin): string {
  return `${name}\t${sources.join()}\t${allowedBy}\n`;
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
