import { createHash } from "node:crypto";
import { compileNames, type ListNames, type Selection } from "@/lib/blocklist/compile.ts";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import type { Format } from "@/lib/blocklist/formats.ts";

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
    `License: ${header.licence}`,
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
