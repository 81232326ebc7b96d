import { parseDomain, type Rejection } from "@/lib/files/lists/domain.ts";

/** Characters of an incomplete line that are stored, so that a file without newlines cannot fill memory. */
const MAX_LINE_CHARACTERS = 4096;

/** The beginning of a line that is too long. What follows is then no name, because no line begins like this. */
const TOO_LONG = "(too long) ";

/** Addresses that a hosts file uses to block a name. With another address a line redirects the name instead. */
const SINKHOLES = new Set("0.0.0.0 127.0.0.1 :: ::0 ::1 0 fe80::1%lo0 255.255.255.255 ff02::1 ff02::2".split(" "));

/** The end of `||name^` with options that do not restrict it. A list of names cannot express other options. */
const UNRESTRICTED_END = /^\^?\|?(\$(important|all|document|doc)(,(important|all|document|doc))*)?$/;

/** Receives each name or line that cannot be part of a list. */
export type OnInvalid = (reason: string, text: string) => void;

/**
 * Yields the valid domains of a source, those of a block of lines at a time: the whole text of a million lines took
 * 50 % more memory.
 *
 * @throws {Error} if it cannot be read.
 */
export async function* readDomains(source: AsyncIterable<Uint8Array>, onInvalid: OnInvalid): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const block of source) {
    const lines = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = lines.pop()!;
    if (rest.length > MAX_LINE_CHARACTERS) rest = TOO_LONG;
    yield parseLines(lines, onInvalid);
  }
  yield parseLines([rest + decoder.decode()], onInvalid);
}

function parseLines(lines: readonly string[], onInvalid: OnInvalid): string[] {
  const domains: string[] = [];
  for (const line of lines) {
    const names = parseLine(line);
    if ("reason" in names) {
      onInvalid(names.reason, line);
      continue;
    }
    for (const name of names) {
      const domain = parseDomain(name);
      if (typeof domain === "string") domains.push(domain);
      else onInvalid(domain.reason, name);
    }
  }
  return domains;
}

/**
 * Parses one line of a source, in hosts, plain domain or adblock `||name^` syntax; a source may mix them. Returns the
 * names that it blocks, none for a comment.
 */
export function parseLine(line: string): readonly string[] | Rejection {
  const text = line.trim();
  if (text === "") return [];
  switch (text[0]) {
    case "#":
      return /^#[@?$%]*#/.test(text) ? { reason: "pattern" } : [];
    case "!":
    case ";":
    case "[":
      return [];
    case "@":
      return { reason: "exception" };
    case "|": {
      const [, name = "", rest = ""] = /^\|\|((?:\*\.)?[^/^$|*]*)(.*)$/.exec(text) ?? [];
      return name !== "" && UNRESTRICTED_END.test(rest) ? [name] : { reason: "pattern" };
    }
    case "/":
      return { reason: "pattern" };
  }
  return parseNames(text);
}

function parseNames(text: string): readonly string[] | Rejection {
  const comment = text.indexOf("#");
  const content = comment === -1 ? text : text.slice(0, comment).trimEnd();
  // Almost every line has single spaces: splitting a million lines by a regular expression takes three times as long.
  const words = content.includes("\t") || content.includes("  ") ? content.split(/\s+/) : content.split(" ");
  // Ad blockers hide elements with `name##selector`.
  if (words.length === 1) return comment > 0 && !/\s/.test(text[comment - 1]!) ? { reason: "pattern" } : words;
  const [address = "", ...names] = words;
  if (SINKHOLES.has(address)) return names;
  const isAddress = address.includes(":") || /^\d{1,3}(\.\d{1,3}){3}$/.test(address);
  return { reason: isAddress ? "redirect" : "syntax" };
}
