import { reject, type Rejection } from "@/lib/blocklist/domain.ts";

/** Addresses that a hosts file blocks with; with another one a line gives a name an address instead. */
const SINKS = new Set([
  "0.0.0.0",
  "127.0.0.1",
  "::",
  "::0",
  "::1",
  "0",
  "fe80::1%lo0",
  "255.255.255.255",
  "ff02::1",
  "ff02::2",
]);

/** What may follow `||name^` and does not narrow it down: nothing else can be said in a list of names. */
const HARMLESS_REST = /^\^?\|?(\$(important|all|document|doc)(,(important|all|document|doc))*)?$/;

const NOTHING: readonly string[] = [];

/**
 * Reads one line of a source: hosts, plain domain or adblock `||name^` syntax, each line by itself. Yields the names
 * it blocks, none for a comment.
 */
export function parseLine(line: string): readonly string[] | Rejection {
  const text = line.trim();
  if (text === "") return NOTHING;
  switch (text[0]) {
    case "#":
      return /^#[@?$%]*#/.test(text) ? reject("pattern") : NOTHING;
    case "!":
    case ";":
    case "[":
      return NOTHING;
    case "@":
      return reject("exception");
    case "|":
      return parseRule(text);
    case "/":
      return reject("pattern");
  }
  return parseNames(text);
}

function parseRule(text: string): readonly string[] | Rejection {
  const [, name = "", rest = ""] = /^\|\|((?:\*\.)?[^/^$|*]*)(.*)$/.exec(text) ?? [];
  return name !== "" && HARMLESS_REST.test(rest) ? [name] : reject("pattern");
}

function parseNames(text: string): readonly string[] | Rejection {
  const comment = text.indexOf("#");
  if (comment > 0 && !/\s/.test(text[comment - 1]!)) return reject("pattern");
  const words = splitWords(comment === -1 ? text : text.slice(0, comment).trimEnd());
  if (words.length === 1) return words;
  const [address = "", ...names] = words;
  if (SINKS.has(address)) return names;
  return reject(isAddress(address) ? "redirect" : "syntax");
}

// Almost every line has one space or none: the regular expression for the rest takes three times as long.
function splitWords(text: string): string[] {
  const space = text.indexOf(" ");
  if (text.includes("\t") || (space !== -1 && text.includes(" ", space + 1))) return text.split(/\s+/);
  return space === -1 ? [text] : [text.slice(0, space), text.slice(space + 1)];
}

function isAddress(text: string): boolean {
  return text.includes(":") || /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}
