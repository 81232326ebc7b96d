// Which line of a list decides about a name:
//
// 1. The operator's allow list comes before the sources: a name that one of its rules matches is not blocked.
// 2. In most formats an entry also blocks every name below its own, and among them may be allowed ones. So each allow
//    rule for a blocked name, or for one below it, becomes an exception. In all formats an exception allows a name
//    together with its subdomains. So `*.example.com` allows `example.com`, too, in a list that would block it.
// 3. A name that the sources block below an exception is an entry again: the closest line decides.
// 4. Only ad blockers do not look for the closest line: there an exception wins against every entry, unless the entry
//    overrules all exceptions. So an entry below an exception overrules, unless it has an exception below itself, which
//    it would overrule as well: what the operator allows is more important than what a source blocks.

import { type AllowRules, toRuleName } from "@/lib/files/lists/allow_rules.ts";
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

/** Returns the names of a list that is made of certain sources. */
export function compileNames({ names, sourcesOf, rules }: Selection, sources: readonly string[]): ListNames {
  const isWanted = (id: string) => sources.includes(id);
  const isBlocked = (name: string) => sourcesOf.get(name)?.some(isWanted) === true;
  const exceptions = new Set(rules.findExceptions(isBlocked).map(toRuleName));
  const parents = new Set([...exceptions].flatMap(ancestorsOf));
  return arrangeNames({ names, isBlocked, exceptions, hasExceptionBelow: (name) => parents.has(name) });
}

/** What a list is about: all of its names, or one name and its parents. */
export interface NameFacts {
  /** The names to arrange. Only the blocked ones count. */
  readonly names: readonly string[];
  /** Returns whether a source of the list contains a name, and no rule allows it. */
  readonly isBlocked: (name: string) => boolean;
  /** The names of the allow rules for blocked names, and for names below them. */
  readonly exceptions: ReadonlySet<string>;
  /** Returns whether there is an exception below a blocked name. */
  readonly hasExceptionBelow: (name: string) => boolean;
}

/** Divides names into entries and exceptions. All lists and all lookups follow these rules. */
export function arrangeNames({ names, isBlocked, exceptions, hasExceptionBelow }: NameFacts): ListNames {
  // Most lists have no exceptions, and to look for a million names in an empty set takes time.
  const isException = exceptions.size === 0 ? () => false : (name: string) => exceptions.has(name);
  const isDeciding = (name: string) => isException(name) || isBlocked(name);
  const exact = names.filter(isBlocked);
  const wildcard = exact.filter((name) => {
    if (isException(name)) return false;
    const decidingParent = findAncestor(name, isDeciding);
    return decidingParent === undefined || isException(decidingParent);
  });
  const overruling = wildcard.filter((name) => {
    return exceptions.size > 0 && findAncestor(name, isException) !== undefined && !hasExceptionBelow(name);
  });
  return { exact, wildcard, exceptions: [...exceptions].sort(), overruling: new Set(overruling) };
}
