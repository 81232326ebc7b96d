import { hasParent } from "@/lib/lists/names.ts";
import type { ListConfig } from "@/lib/lists/task/config.ts";

/** The time after which programs load a file again. */
const EXPIRES = "4 days";

/** A file for one kind of program. Each format is one row of {@linkcode FORMATS}. */
export interface Format {
  readonly file: string;
  /** The programs that read it. */
  readonly readers: string;
  /** The start of a comment. */
  readonly comment: "!" | "#";
  /** The text before and after each name. */
  readonly entry: readonly [before: string, after: string];
  /** Whether an entry also blocks every name below it. The file then leaves out names that are below another entry. */
  readonly coversSubdomains: boolean;
  /** The first line. */
  readonly firstLine?: string;
}

/** Every format, sorted by file. */
export const FORMATS: readonly Format[] = [
  {
    file: "adblock.txt",
    readers: "uBlock Origin, AdGuard, AdGuard Home, Pi-hole 6",
    comment: "!",
    entry: ["||", "^"],
    coversSubdomains: true,
    firstLine: "[Adblock Plus]\n",
  },
  { file: "dnsmasq.conf", readers: "dnsmasq", comment: "#", entry: ["local=/", "/"], coversSubdomains: true },
  { file: "domains.txt", readers: "Blocky, scripts", comment: "#", entry: ["", ""], coversSubdomains: false },
  {
    file: "hosts.txt",
    readers: "hosts files, Pi-hole",
    comment: "#",
    entry: ["0.0.0.0 ", ""],
    coversSubdomains: false,
  },
];

/** Writes a list of sorted names for one format. It contains no time, so the same names are always the same bytes. */
export function renderList(format: Format, list: ListConfig, entries: readonly string[]): string {
  const { comment, entry: [before, after], firstLine = "" } = format;
  const head = [
    `Title: ${list.title}`,
    ...(list.description === undefined ? [] : [`Description: ${list.description}`]),
    `For: ${format.readers}`,
    ...(list.license === undefined ? [] : [`License: ${list.license}`]),
    `Expires: ${EXPIRES}`,
    `Entries: ${entries.length}`,
  ];
  const lines = [...head.map((line) => `${comment} ${line}`), ...entries.map((name) => before + name + after)];
  return `${firstLine}${lines.join("\n")}\n`;
}

/** Returns the names that are not below another name of the list. */
export function withoutSubdomains(names: readonly string[]): string[] {
  const all = new Set(names);
  return names.filter((name) => !hasParent(name, (parent) => all.has(parent)));
}
