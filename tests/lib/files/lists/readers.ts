import { DnsEngine, RuleStorage, setLogger, StringRuleList } from "@adguard/tsurlfilter";
import { parentsOf } from "@/tests/lib/blocklist/real_list.ts";

/** Returns whether a program with certain lists blocks a domain. */
export type Reader = (domain: string) => boolean;

// The engine would write to the console that the first line of an adblock list is not a rule.
setLogger({ log: () => {}, info: () => {}, debug: () => {}, warn: () => {}, error: () => {} } as never);

/** Reads an adblock list with AdGuard's own engine for DNS. */
export function readWithAdGuard(text: string): Reader {
  const engine = new DnsEngine(new RuleStorage([new StringRuleList(1, text, false)]));
  return (domain) => {
    const { basicRule } = engine.match(domain);
    return basicRule !== null && !basicRule.isAllowlist();
  };
}

/**
 * Reads lists as Pi-hole 6 documents it: a list has comments, plain names and `||name^` (as an allow list `@@||name^`),
 * every other line is ignored, and an allow list wins.
 */
export function readWithPihole(blockList: string, allowList = ""): Reader {
  const gravity = parseGravity(blockList, "||");
  const antigravity = parseGravity(allowList, "@@||");
  const contains = (names: Gravity, domain: string) =>
    names.exact.has(domain) || [domain, ...parentsOf(domain)].some((name) => names.wildcard.has(name));
  return (domain) => contains(gravity, domain) && !contains(antigravity, domain);
}

/** What Pi-hole takes from a list. */
export interface Gravity {
  readonly exact: ReadonlySet<string>;
  readonly wildcard: ReadonlySet<string>;
  /** The lines that it reports as invalid. */
  readonly invalid: readonly string[];
}

/** Parses a list as Pi-hole does; `start` is what a line for a whole domain begins with. */
export function parseGravity(text: string, start: "||" | "@@||"): Gravity {
  const exact = new Set<string>();
  const wildcard = new Set<string>();
  const invalid: string[] = [];
  for (const line of text.split("\n")) {
    const entry = line.toLowerCase().replace(/^[![].*/, "").replace(/\s*#.*/, "").replace(
      /^(0\.0\.0\.0|127\.0\.0\.1)\s+/,
      "",
    );
    if (entry === "") continue;
    const isName = (name: string) => /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name) && name.length <= 255;
    if (entry.startsWith(start) && entry.endsWith("^") && isName(entry.slice(start.length, -1))) {
      wildcard.add(entry.slice(start.length, -1));
    } else if (isName(entry) && entry.includes(".")) exact.add(entry);
    else invalid.push(entry);
  }
  return { exact, wildcard, invalid };
}

/** Reads a file in which the closest line at or above a domain decides, such as that of dnsmasq. */
export function readClosest(text: string, block: RegExp, allow: RegExp): Reader {
  const verdicts = new Map<string, boolean>();
  for (const line of text.split("\n")) {
    const blocked = block.exec(line)?.[1];
    const allowed = allow.exec(line)?.[1];
    if (blocked !== undefined) verdicts.set(blocked, true);
    if (allowed !== undefined) verdicts.set(allowed, false);
  }
  return (domain) => verdicts.get([domain, ...parentsOf(domain)].find((name) => verdicts.has(name)) ?? "") === true;
}
