import { createHash } from "node:crypto";
import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { joinLines, type List } from "@/lib/files/lists/format.ts";
import { compileNames, type Selection } from "@/lib/files/lists/names.ts";

/** A list, except for the serial of its zone. */
export interface CompiledList extends ListPlan, Omit<List, "serial"> {
  readonly license: string;
}

/** Compiles a list. */
export function compileList(selection: Selection, plan: ListPlan, config: BlocklistConfig): CompiledList {
  const { license, homepage, expires } = config;
  const names = compileNames(selection, plan.sources);
  const hash = createHash("sha256").update(`${names.exceptions.join("\n")}\n\n`);
  for (const chunk of joinLines(names.exact, "", "\n")) hash.update(chunk);
  return { license, homepage, expires, ...plan, names, version: hash.digest("hex").slice(0, 12) };
}
