import type { SourceCount } from "@/lib/blocklist/collection.ts";
import type { ManifestFile } from "@/lib/blocklist/manifest.ts";

/** The result of one source. */
export interface SourceReport {
  readonly count: SourceCount;
  /** Whether the server of the source responded that the copy is still current. */
  readonly isUnchanged?: true;
  /** Why the source could not be fetched, so that its last good copy was used. */
  readonly fetchError?: string;
  /** Number of names of this source that the allow list removed. */
  readonly allowed: number;
}

/** The result of one run of the generator. */
export interface BuildReport {
  readonly sources: readonly SourceReport[];
  /** `subsumed` counts the names below another one, which formats whose entries block subdomains leave out. */
  readonly lists: readonly { name: string; entries: number; subsumed: number }[];
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
    ...lists.map(({ name, entries, subsumed }) => `list ${name}: ${entries} entries, ${subsumed} subsumed`),
    ...files.map(({ path, entries, bytes, sha256 }) =>
      `${changed.has(path) ? "written" : "unchanged"} ${path}: ${entries} entries, ${bytes} bytes, sha256 ${sha256}`
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function renderSource({ count, isUnchanged, fetchError, allowed }: SourceReport): string[] {
  const { id, read, duplicate } = count;
  const invalid = count.invalid.values().reduce((sum, group) => sum + group.count, 0);
  const added = read - invalid - duplicate - allowed;
  const lines = [`${read} read, ${invalid} invalid, ${duplicate} duplicate, ${allowed} allow-listed, ${added} new`];
  if (isUnchanged) lines.push("not modified, stored copy used");
  if (fetchError !== undefined) lines.push(`last good copy used: ${fetchError.replaceAll(/\s+/g, " ")}`);
  for (const [reason, group] of count.invalid) {
    const samples = group.samples.map((sample) => JSON.stringify(sample)).join(", ");
    lines.push(`invalid ${reason}: ${group.count}, such as ${samples}`);
  }
  return lines.map((line) => `source ${id}: ${line}`);
}
