import { createHash } from "node:crypto";
import type { AllowList } from "@/lib/blocklist/allow_list.ts";
import type { Collection } from "@/lib/blocklist/collection.ts";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { findAncestor } from "@/lib/blocklist/domain.ts";
import type { Header, ListContent } from "@/lib/blocklist/formats.ts";

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
  /** Sorted, without those that are allowed. */
  readonly domains: readonly string[];
  /** Each name that was taken out, and the rule that did it. */
  readonly allowed: ReadonlyMap<string, string>;
}

/** Takes out what is allowed, and sorts the rest. */
export function select(collection: Collection, allowList: AllowList): Selection {
  const allowed = new Map<string, string>();
  const domains = collection.sorted().filter((domain) => {
    const rule = allowList.match(domain);
    if (rule !== undefined) allowed.set(domain, rule);
    return rule === undefined;
  });
  return { collection, allowList, domains, allowed };
}

/** Makes one list: the names of its sources, sorted, and its header. */
export function compileList(selection: Selection, plan: ListPlan, config: BlocklistConfig): CompiledList {
  const isBlocked = toTest(selection, plan);
  const domains = selection.domains.filter(isBlocked);
  const exceptions = toDomains(selection.allowList.exceptionsFrom(isBlocked));
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

// Asks the collection itself: a set of a million names for each list would double the memory.
function toTest({ collection, allowed }: Selection, plan: ListPlan): (domain: string) => boolean {
  const isWanted = collection.sets.map((sources) => sources.some((id) => plan.sources.includes(id)));
  return (domain) => isWanted[collection.setOf(domain) ?? -1] === true && !allowed.has(domain);
}

// A name below an exception stays: what is above it does not block it any more. The exception itself cannot be both.
function withoutSubsumed(
  domains: readonly string[],
  isBlocked: (domain: string) => boolean,
  exceptions: ReadonlySet<string>,
): string[] {
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
