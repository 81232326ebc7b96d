import { parseDomain } from "@/lib/lists/task/domain.ts";

/** Addresses with which a hosts file blocks a name. With any other address a line redirects the name. */
const SINKHOLES = new Set("0.0.0.0 127.0.0.1 :: ::0 ::1 0 fe80::1%lo0 255.255.255.255 ff02::1 ff02::2".split(" "));

/** The end of `||name^` with options that do not restrict it. A list of names cannot express other options. */
const UNRESTRICTED = /^\^?\|?(?:\$(?:important|all|document|doc)(?:,(?:important|all|document|doc))*)?$/;

/** What a source contains. */
export interface SourceNames {
  readonly names: ReadonlySet<string>;
  /** The lines that block something other than a name. */
  readonly leftOut: readonly string[];
}

/** Reads the names that a source blocks: lines of a hosts file, plain domains, adblock rules, or a mixture. */
export function readNames(text: string): SourceNames {
  const names = new Set<string>();
  const leftOut: string[] = [];
  for (const line of text.split("\n")) {
    const found = parseLine(line.trim())?.map(parseDomain);
    for (const name of found ?? []) if (name !== undefined) names.add(name);
    if (found === undefined || found.includes(undefined)) leftOut.push(line.trim());
  }
  return { names, leftOut };
}

/** Returns what a line blocks, nothing for a comment, or `undefined` if a list of names cannot express the line. */
export function parseLine(line: string): readonly string[] | undefined {
  // `##` and its relatives hide an element of a page.
  if (/^[!;[]/.test(line) || /^#(?![@?$%]*#)/.test(line) || line === "") return [];
  if (line.startsWith("||")) {
    const [, name = "", rest = ""] = /^\|\|((?:\*\.)?[^/^$|*]*)(.*)$/.exec(line) ?? [];
    return name !== "" && UNRESTRICTED.test(rest) ? [name] : undefined;
  }
  const comment = line.indexOf("#");
  const words = (comment === -1 ? line : line.slice(0, comment)).trim().split(/\s+/);
  // `name##selector` hides elements, and `name # comment` is a name.
  if (words.length === 1) return comment > 0 && !/\s/.test(line[comment - 1]!) ? undefined : words;
  const [address, ...names] = words;
  return SINKHOLES.has(address!) ? names : undefined;
}
