import type { SourceCount } from "@/lib/blocklist/collection.ts";
import type { ManifestFile } from "@/lib/files/lists/manifest.ts";
import type { CompiledList } from "@/lib/blocklist/list.ts";
import type { FetchedSource } from "@/lib/blocklist/sources.ts";

/** The result of one source. */
export interface SourceReport extends SourceCount, Omit<FetchedSource, "path"> {
  /** Number of names that the allow list removed, if no earlier source has them. */
  allowed: number;
}

/** The result of one run of the generator. */
export interface BuildReport {
  readonly sources: readonly SourceReport[];
  readonly lists: readonly CompiledList[];
  readonly files: readonly ManifestFile[];
  /** Paths whose content has changed. */
  readonly changed: readonly string[];
  /** Why nothing was written, if nothing was. */
  readonly stopReason?: string;
}

/** Returns the text of a report. */
export function renderReport(report: BuildReport, time: Date): string {
  const { sources, lists, files, stopReason } = report;
  const changed = new Set(report.changed);
  const lines = [
    `${time.toISOString()} blocklist ${stopReason === undefined ? "written" : `stopped: ${stopReason}`}`,
    ...sources.flatMap(renderSource),
    ...lists.map(({ name, names: { exact, wildcard } }) => {
      // Formats whose entries block subdomains leave out the names below another one.
      return `list ${name}: ${exact.length} entries, ${exact.length - wildcard.length} subsumed`;
    }),
    ...files.map(({ path, entries, bytes, sha256 }) =>
      `${changed.has(path) ? "written" : "unchanged"} ${path}: ${entries} entries, ${bytes} bytes, sha256 ${sha256}`
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function renderSource({ id, note, valid, invalid, duplicate, allowed }: SourceReport): string[] {
  const rejected = invalid.values().reduce((sum, group) => sum + group.count, 0);
  const added = valid - duplicate - allowed;
  const counts = `${rejected} invalid, ${duplicate} duplicate, ${allowed} allow-listed, ${added} new`;
  const lines = [`${valid + rejected} read, ${counts}`];
  if (note !== undefined) lines.push(note.replaceAll(/\s+/g, " "));
  for (const [reason, group] of invalid) {
    const samples = group.samples.map((sample) => JSON.stringify(sample)).join(", ");
    lines.push(`invalid ${reason}: ${group.count}, such as ${samples}`);
  }
  return lines.map((line) => `source ${id}: ${line}`);
}
