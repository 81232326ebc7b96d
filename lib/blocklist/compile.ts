import { createHash } from "node:crypto";
import type { AllowList } from "@/lib/blocklist/allow_list.ts";
import type { Collection } from "@/lib/blocklist/collection.ts";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { findAncestor, parentsOf } from "@/lib/blocklist/domain.ts";
import type { ListContent } from "@/lib/blocklist/formats.ts";
import { SortedNames } from "@/lib/blocklist/sorted_names.ts";

/** A list in the forms that formats need. */
export interface CompiledList {
  readonly plan: ListPlan;
  readonly contents: {
    /** Every name, for formats whose entries block one name. */
    readonly exact: ListContent;
    /** Every name that is not below another one, for formats whose entries also block subdomains. */
    readonly wildcard: ListContent;
    /** The exceptions, for programs that read them from a list of their own. */
    readonly exceptions: ListContent;
  };
}

/** All names, divided by the allow list. */
export interface Selection {
  readonly collection: Collection;
  readonly allowList: AllowList;
  /** Sorted, without the allowed names; each with the index of its set in {@linkcode Collection.sets}. */
  readonly blocked: SortedNames;
  /** Each name that was removed, with the rule that allows it. */
  readonly allowed: ReadonlyMap<string, string>;
}

/** Removes the allowed names. */
export function select(collection: Collection, allowList: AllowList): Selection {
  const allowed = new Map<string, string>();
  const { names, numbers } = collection.sorted;
  for (const name of names) {
    const rule = allowList.match(name);
    if (rule !== undefined) allowed.set(name, rule);
  }
  if (allowed.size === 0) return { collection, allowList, allowed, blocked: collection.sorted };
  const isBlocked = (_: unknown, index: number) => !allowed.has(names[index]!);
  const blocked = new SortedNames(names.filter(isBlocked), numbers.filter(isBlocked));
  return { collection, allowList, allowed, blocked };
}

/** Creates one list: the names of its sources, sorted, with its header. */
export function compileList(selection: Selection, plan: ListPlan, config: BlocklistConfig): CompiledList {
  const { collection, allowList, blocked } = selection;
  const isWanted = collection.sets.map((sources) => sources.some((id) => plan.sources.includes(id)));
  const isAll = isWanted.every(Boolean);
  const exact = isAll ? blocked.names : blocked.names.filter((_, index) => isWanted[blocked.numbers[index]!]);
  const isBlocked = (domain: string) => isWanted[blocked.get(domain) ?? -1] === true;
  // No format can express "only subdomains": the rule that allows them also allows the domain itself.
  const allowed = allowList.findExceptions(isBlocked).map((rule) => rule.replace(/^\*\./, ""));
  const exceptions = [...new Set(allowed)].sort();
  const wildcard = withoutSubsumed(exact, isBlocked, new Set(exceptions));
  const header = { ...config, ...plan, version: versionOf(exact, exceptions) };
  const base = { header, exceptions, overruling: findOverruling(wildcard, exceptions) };
  return {
    plan,
    contents: {
      exact: { ...base, domains: exact },
      wildcard: { ...base, domains: wildcard },
      exceptions: { ...base, domains: exceptions },
    },
  };
}

// Removes the names below another one, which its entry blocks, and the exceptions. A name below an exception stays,
// because an entry above the exception does not block it.
function withoutSubsumed(
  domains: readonly string[],
  isBlocked: (domain: string) => boolean,
  exceptions: ReadonlySet<string>,
): string[] {
  // Most lists have no exceptions. Testing for them took 60 MB more with a million names.
  if (exceptions.size === 0) return domains.filter((domain) => findAncestor(domain, isBlocked) === undefined);
  return domains.filter((domain) => {
    if (exceptions.has(domain)) return false;
    const ancestor = findAncestor(domain, (name) => exceptions.has(name) || isBlocked(name));
    return ancestor === undefined || exceptions.has(ancestor);
  });
}

// Returns the entries below an exception that have no exception below themselves: AdGuard could allow a name below an
// entry that overrules, but uBlock Origin could not, and what the operator allows is more important.
function findOverruling(domains: readonly string[], exceptions: readonly string[]): ReadonlySet<string> {
  if (exceptions.length === 0) return new Set();
  const allowed = new Set(exceptions);
  const parents = parentsOf(exceptions);
  const isBelowException = (domain: string) => findAncestor(domain, (name) => allowed.has(name)) !== undefined;
  return new Set(domains.filter((domain) => !parents.has(domain) && isBelowException(domain)));
}

const NAMES_PER_CHUNK = 8192;

// The version is a hash of the content: it changes if and only if the list does.
function versionOf(domains: readonly string[], exceptions: readonly string[]): string {
  const hash = createHash("sha256").update(`${exceptions.join("\n")}\n\n`);
  for (let start = 0; start < domains.length; start += NAMES_PER_CHUNK) {
    hash.update(`${domains.slice(start, start + NAMES_PER_CHUNK).join("\n")}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}
