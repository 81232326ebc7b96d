import type { AllowRules } from "@/lib/files/lists/allow_rules.ts";
import { ancestorsOf, findAncestor } from "@/lib/files/lists/domain.ts";
import type { ListNames } from "@/lib/files/lists/format.ts";

/** What lists are made of. */
export interface Selection {
  /** The names without the allowed ones, sorted by their bytes. */
  readonly names: readonly string[];
  /** The ids of the sources that contain each of these names. */
  readonly sourcesOf: ReadonlyMap<string, readonly string[]>;
  /** The allowed names, each with the rule that allows it. */
  readonly allowed: ReadonlyMap<string, { readonly sources: readonly string[]; readonly allowedBy: string }>;
  readonly rules: AllowRules;
}

/** Returns the names of a list that is made of certain sources. All lists and all lookups follow these rules. */
export function compileNames({ names, sourcesOf, rules }: Selection, sources: readonly string[]): ListNames {
  const isWanted = (id: string) => sources.includes(id);
  const isBlocked = (domain: string) => sourcesOf.get(domain)?.some(isWanted) === true;
  const exact = names.filter(isBlocked);
  // No format can express "only subdomains": the rule that allows them also allows the domain itself.
  const allowed = new Set(rules.findExceptions(isBlocked).map((rule) => rule.replace(/^\*\./, "")));
  // Most lists have no exceptions, and to look for a million names in an empty set takes time.
  const isDeciding = allowed.size === 0 ? isBlocked : (name: string) => allowed.has(name) || isBlocked(name);
  const wildcard = exact.filter((domain) => {
    if (allowed.size > 0 && allowed.has(domain)) return false;
    // The entry of another name above it blocks it too, unless an exception is between them.
    const ancestor = findAncestor(domain, isDeciding);
    return ancestor === undefined || allowed.has(ancestor);
  });
  return { exact, wildcard, exceptions: [...allowed].sort(), overruling: findOverruling(wildcard, allowed) };
}

// Returns the entries below an exception that have no exception below themselves: AdGuard could allow a name below an
// entry that overrules, but uBlock Origin could not, and what the operator allows is more important.
function findOverruling(domains: readonly string[], exceptions: ReadonlySet<string>): ReadonlySet<string> {
  if (exceptions.size === 0) return exceptions;
  const parents = new Set([...exceptions].flatMap(ancestorsOf));
  const isBelowException = (domain: string) => findAncestor(domain, (name) => exceptions.has(name)) !== undefined;
  return new Set(domains.filter((domain) => !parents.has(domain) && isBelowException(domain)));
}
