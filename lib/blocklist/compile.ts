import { createHash } from "node:crypto";
import type { AllowList } from "@/lib/blocklist/allow_list.ts";
import type { Collection } from "@/lib/blocklist/collection.ts";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { findAncestor } from "@/lib/blocklist/domain.ts";
import type { Header, ListContent } from "@/lib/blocklist/formats.ts";
import { SortedNames } from "@/lib/blocklist/sorted_names.ts";

/** A list in both of its extents. */
export interface CompiledList {
  readonly plan: ListPlan;
  /** Every name. */
  readonly exact: ListContent;
  /** Without the names that lie below another one, for formats whose entries block what is below. */
  readonly whole: ListContent;
}

/** All names, and which of them the allow list takes out. */
export interface Selection {
  readonly collection: Collection;
  readonly allowList: AllowList;
  /** Sorted, without those that are allowed; the numbers are those of the collection's sets of sources. */
  readonly blocked: SortedNames;
  /** Each name that was taken out, and the rule that did it. */
  readonly allowed: ReadonlyMap<string, string>;
}

/** Takes out what is allowed. */
export function select(collection: Collection, allowList: AllowList): Selection {
  const allowed = new Map<string, string>();
  const { names, numbers } = collection.sorted;
  for (const name of names) {
    const rule = allowList.match(name);
    if (rule !== undefined) allowed.set(name, rule);
  }
  if (allowed.size === 0) return { collection, allowList, allowed, blocked: collection.sorted };
  const isBlocked = (_: unknown, place: number) => !allowed.has(names[place]!);
  const blocked = new SortedNames(names.filter(isBlocked), numbers.filter(isBlocked));
  return { collection, allowList, allowed, blocked };
}

/** Makes one list: the names of its sources, sorted, and its header. */
export function compileList(selection: Selection, plan: ListPlan, config: BlocklistConfig): CompiledList {
  const { collection, allowList, blocked } = selection;
  const isWanted = collection.sets.map((sources) => sources.some((id) => plan.sources.includes(id)));
  const isAll = isWanted.every((each) => each);
  const domains = isAll ? blocked.names : blocked.names.filter((_, place) => isWanted[blocked.numbers[place]!]);
  const isBlocked = (domain: string) => isWanted[blocked.get(domain) ?? -1] === true;
  const exceptions = toDomains(allowList.exceptionsFrom(isBlocked));
  const top = withoutSubsumed(domains, isBlocked, new Set(exceptions));
  const { title, description } = plan;
  const { licence, homepage, expires } = config;
  const version = versionOf(domains, exceptions);
  const header: Omit<Header, "entries"> = { title, description, version, licence, homepage, expires };
  return {
    plan,
    exact: { header: { ...header, entries: domains.length }, domains, exceptions },
    whole: { header: { ...header, entries: top.length }, domains: top, exceptions },
  };
}

// A name below an exception stays: what is above it does not block it any more. The exception itself cannot be both.
function withoutSubsumed(
  domains: readonly string[],
  isBlocked: (domain: string) => boolean,
  exceptions: ReadonlySet<string>,
): string[] {
  if (exceptions.size === 0) return domains.filter((domain) => findAncestor(domain, isBlocked) === undefined);
  const isDecided = (ancestor: string) => exceptions.has(ancestor) || isBlocked(ancestor);
  return domains.filter((domain) => {
    if (exceptions.has(domain)) return false;
    const ancestor = findAncestor(domain, isDecided);
    return ancestor === undefined || exceptions.has(ancestor);
  });
}

// No format has a sign for "only what is below": the rule for that lets the domain itself through as well.
function toDomains(rules: readonly string[]): string[] {
  return [...new Set(rules.map((rule) => rule.replace(/^\*\./, "")))].sort();
}

const NAMES_A_CHUNK = 8192;

// The version is the content's: it changes when the list does, and never otherwise.
function versionOf(domains: readonly string[], exceptions: readonly string[]): string {
  const hash = createHash("sha256").update(`${exceptions.join("\n")}\n\n`);
  for (let start = 0; start < domains.length; start += NAMES_A_CHUNK) {
    hash.update(`${domains.slice(start, start + NAMES_A_CHUNK).join("\n")}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}
