import type { Format } from "@/lib/blocklist/formats.ts";
import type { Origin } from "@/lib/blocklist/provenance.ts";

/** What a list has about a domain or one of its parent domains. */
export interface Level {
  readonly name: string;
  /** Whether the sources of the list contain it. */
  readonly isListed: boolean;
  /** Whether the list has an exception for it. */
  readonly isAllowed: boolean;
  /** Whether the list has an exception below it. */
  readonly hasExceptionBelow: boolean;
}

/**
 * Returns what a list from these sources has about a domain and its parent domains, the highest first. The origins must
 * be in the same order, each followed by that of the rule about its subdomains.
 */
export function toLevels(origins: readonly Origin[], sources: readonly string[]): Level[] {
  const levels = new Map<string, Level>();
  let isBelowEntry = false;
  for (const { name: rule, sources: ids, allowedBy, hasRuleBelow } of origins) {
    const name = rule.replace(/^\*\./, "");
    const known = levels.get(name) ?? { isListed: false, isAllowed: false, hasExceptionBelow: false };
    // Only a rule itself becomes an exception, and only below an entry of this list; see compileList().
    const isAllowed = known.isAllowed || (allowedBy === rule && isBelowEntry);
    const isListed = known.isListed || (allowedBy === "" && ids.some((id) => sources.includes(id)));
    const hasExceptionBelow = known.hasExceptionBelow || hasRuleBelow;
    levels.set(name, { name, isListed, isAllowed, hasExceptionBelow });
    isBelowEntry ||= isListed;
  }
  return [...levels.values()];
}

/** What {@linkcode findEntry} looks for. */
export interface EntryQuery {
  readonly domain: string;
  readonly levels: readonly Level[];
  /** Whether the program ignores exceptions, and with them the option with which an entry overrules one. */
  readonly ignoresExceptions?: boolean;
}

/** Returns the entry of a file in a format that blocks a domain, or `undefined` if none does. */
export function findEntry({ content, exception, overrule }: Format, query: EntryQuery): string | undefined {
  const { domain, levels, ignoresExceptions = exception === undefined } = query;
  if (content === "exceptions") return undefined;
  if (content === "exact") return levels.find(({ name, isListed }) => name === domain && isListed)?.name;
  let entry: string | undefined;
  let hasException = false;
  // Whether a parent domain is an entry, so that an entry for the domain is left out.
  let isSubsumed = false;
  for (const { name, isListed, isAllowed, hasExceptionBelow } of levels) {
    // The entry of an allowed domain is left out in every case; see compileList().
    if (isAllowed) {
      if (ignoresExceptions) continue;
      hasException = true;
      isSubsumed = false;
      entry = undefined;
    } else if (isListed && !isSubsumed) {
      isSubsumed = true;
      if (overrule === undefined || !hasException || !hasExceptionBelow) entry = name;
    }
  }
  return entry;
}

/** Returns the closest exception for a domain, which decides in programs that read exceptions from a list of their own. */
export function findException(levels: readonly Level[]): string | undefined {
  return levels.findLast(({ isAllowed }) => isAllowed)?.name;
}
