import { createHash } from "node:crypto";
import type { AllowRules } from "@/lib/blocklist/allow_rules.ts";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { ancestorsOf, findAncestor } from "@/lib/blocklist/domain.ts";
import type { Format, ListNames } from "@/lib/blocklist/formats.ts";

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

/** A list, ready to be written in any format. */
export interface CompiledList {
  readonly plan: ListPlan;
  readonly config: BlocklistConfig;
  readonly names: ListNames;
  /** A hash of the names: it changes if and only if they do. */
  readonly version: string;
}

/** Compiles a list. */
export function compileList(selection: Selection, plan: ListPlan, config: BlocklistConfig): CompiledList {
  const names = compileNames(selection, plan.sources);
  const hash = createHash("sha256").update(`${names.exceptions.join("\n")}\n\n`);
  for (const chunk of joinLines(names.exact, "", "\n")) hash.update(chunk);
  return { plan, config, names, version: hash.digest("hex").slice(0, 12) };
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

const LINES_PER_CHUNK = 4096;

/** Yields a list in a format, chunk by chunk. Without a time in it, the same list always has the same bytes. */
export function* renderList(format: Format, list: CompiledList, serial = 0): Generator<string> {
  const { names, version } = list;
  const header = { ...list.config, ...list.plan };
  const domains = names[format.content];
  const lines = [
    `Title: ${header.title}`,
    `Description: ${header.description}`,
    `For: ${format.readers}`,
    `Version: ${version}`,
    `Entries: ${domains.length}`,
    `License: ${header.license}`,
    ...(header.homepage === undefined ? [] : [`Homepage: ${header.homepage}`]),
    `Expires: ${header.expires}`,
  ].map((line) => `${format.comment ?? "#"} ${line}\n`);
  yield (format.before ?? "") + lines.join("") + (format.after ?? format.serial?.(serial) ?? "");
  const { exception, overrule } = format;
  if (exception !== undefined) yield names.exceptions.map(exception).join("");
  const overruling = overrule === undefined ? new Set<string>() : names.overruling;
  for (const [before, after] of format.entries) {
    yield* joinLines([...overruling], before, after.replace("\n", `${overrule}\n`));
    // Most lists have no such entries: then the names are not copied.
    const others = overruling.size === 0 ? domains : domains.filter((domain) => !overruling.has(domain));
    yield* joinLines(others, before, after);
  }
}

function* joinLines(names: readonly string[], before: string, after: string): Generator<string> {
  for (let start = 0; start < names.length; start += LINES_PER_CHUNK) {
    yield before + names.slice(start, start + LINES_PER_CHUNK).join(after + before) + after;
  }
}
