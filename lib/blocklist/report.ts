import { invalidOf, type SourceCount } from "@/lib/blocklist/collection.ts";
import type { ManifestFile } from "@/lib/blocklist/manifest.ts";

/** What became of one source. */
export interface SourceReport {
  readonly count: SourceCount;
  /** Why an earlier copy was read, if one was. */
  readonly failure?: string;
  /** Names of this source that the allow list took out. */
  readonly allowed: number;
}

/** What became of one list. */
export interface ListReport {
  readonly name: string;
  readonly entries: number;
  /** Names that lie below another one and are left out where entries block what is below. */
  readonly subsumed: number;
}

/** What one run of the generator did. */
export interface BuildReport {
  readonly sources: readonly SourceReport[];
  readonly lists: readonly ListReport[];
  readonly files: readonly ManifestFile[];
  /** Paths whose content is another than before. */
  readonly changed: readonly string[];
  /** Why nothing was written, if nothing was. */
  readonly refusal?: string;
}

/** Spells a report, a line for each thing that happened. */
export function renderReport(report: BuildReport, time: Date): string {
  const changed = new Set(report.changed);
  const lines = [
    `${time.toISOString()} blocklist ${report.refusal === undefined ? "written" : `stopped: ${report.refusal}`}`,
    ...report.sources.flatMap(renderSource),
    ...report.lists.map(({ name, entries, subsumed }) => `list ${name}: ${entries} entries, ${subsumed} subsumed`),
    ...report.files.map(({ path, entries, bytes, sha256 }) =>
      `${changed.has(path) ? "written" : "unchanged"} ${path}: ${entries} entries, ${bytes} bytes, sha256 ${sha256}`
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function renderSource({ count, failure, allowed }: SourceReport): string[] {
  const kept = count.read - invalidOf(count) - count.duplicate - allowed;
  const numbers = `${count.read} read, ${
    invalidOf(count)
  } invalid, ${count.duplicate} duplicate, ${allowed} allow-listed`;
  return [
    `source ${count.id}: ${numbers}, ${kept} new`,
    ...(failure === undefined ? [] : [`source ${count.id}: last good copy used: ${oneLine(failure)}`]),
    ...[...count.invalid].map(([reason, { count: invalid, samples }]) =>
      `source ${count.id}: invalid ${reason}: ${invalid}, such as ${
        samples.map((each) => JSON.stringify(each)).join(", ")
      }`
    ),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
