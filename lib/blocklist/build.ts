import { join, resolve } from "@std/path";
import { Collection } from "@/lib/blocklist/collection.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import { type CompiledList, compileList } from "@/lib/blocklist/list.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { nextSerial, readSerial } from "@/lib/blocklist/serial.ts";
import { type FetchOptions, fetchSources } from "@/lib/blocklist/sources.ts";
import { StagedFiles } from "@/lib/blocklist/staged_files.ts";
import { AllowRules } from "@/lib/files/lists/allow_rules.ts";
import { LIST_FORMATS, nameOf } from "@/lib/files/lists/formats.ts";
import { loadManifest, type Manifest, type ManifestFile } from "@/lib/files/lists/manifest.ts";
import { MANIFEST_FILE } from "@/lib/files/lists/manifest_file.ts";
import { PROVENANCE_FILE, renderProvenance } from "@/lib/files/lists/provenance.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { toGzipPath } from "@/lib/files/served_folder.ts";

/** Options of {@linkcode build}. */
export interface BuildOptions extends FetchOptions {
  /** Writes even if a list shrinks by more than a fifth. */
  readonly force: boolean;
  readonly now: () => number;
}

/** The fraction of its entries that a list may lose in one run. If it loses more, it has most likely lost a source. */
const MAX_SHRINK = 0.2;

/**
 * Generates every list in every format, their gzip variants, the provenance file and the manifest:
 * sources → {@linkcode Collection} → {@linkcode compileList} → {@linkcode LIST_FORMATS} → {@linkcode StagedFiles}.
 *
 * No file is replaced before all are written. If a list shrinks too much, nothing is written, and the report contains
 * the reason.
 *
 * @throws {Error} if a source without an earlier copy fails, or the disk does.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { config, folder, force, progress } = options;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
  // Two runs at the same time would mix their files.
  await lock.lock(true);
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const { id, path, note } of await fetchSources(options)) {
    progress.step(`reading ${id}`);
    sources.push({ id, note, ...await collection.add(id, path), allowed: 0 });
  }
  const rules = await Promise.all(config.allow.map((from) => Deno.readTextFile(resolve(config.folder, from))));
  const selection = collection.select(new AllowRules(rules.join("\n").split("\n")));
  for (const { sources: [first] } of selection.allowed.values()) sources.find(({ id }) => id === first)!.allowed++;
  const lists = config.lists.map((list) => compileList(selection, list, config));
  const previous = await loadManifest(folder, force ? "ignore" : "throw");
  const stopReason = force ? undefined : findShrink(lists, previous);
  if (stopReason !== undefined) return { sources, lists, files: [], changed: [], stopReason };
  progress.step(`writing ${lists.length} lists`);
  await using staged = new StagedFiles(folder);
  const files = await writeLists(staged, lists, options);
  const written = await staged.write(PROVENANCE_FILE, renderProvenance(selection));
  const credited = config.sources.map(({ license, ...source }) => ({ ...source, licence: license }));
  const manifest: Manifest = { files, sources: credited, provenance: { path: PROVENANCE_FILE, ...written } };
  // Written and renamed last, so that it never names a file that does not exist yet.
  await staged.write(MANIFEST_FILE, [`${JSON.stringify(manifest, undefined, 2)}\n`]);
  const changed = await staged.commit();
  await removeObsolete(folder, previous, manifest);
  return { sources, lists, files, changed };
}

function findShrink(lists: readonly CompiledList[], previous: Manifest): string | undefined {
  for (const { name, names: { exact: { length: entries } } } of lists) {
    const old = previous.files.find((file) => file.list === name && file.format === "domains")?.entries ?? 0;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}

async function writeLists(staged: StagedFiles, lists: readonly CompiledList[], options: BuildOptions) {
  const { folder, now, progress } = options;
  const files: ManifestFile[] = [];
  for (const list of lists) {
    const { name, sources } = list;
    for (const format of LIST_FORMATS) {
      const path = `${name}/${format.file}`;
      progress.update(`writing ${path}`);
      const previous = format.hasSerial && await readSerial(join(folder, path));
      const serial = previous ?? nextSerial(undefined, now());
      let written = await staged.write(path, format.render({ ...list, serial }));
      // The serial stays the same if nothing else in the file changes: only a complete comparison shows it.
      if (previous !== undefined && !await staged.isUnchanged(path)) {
        written = await staged.write(path, format.render({ ...list, serial: nextSerial(previous, now()) }));
      }
      await staged.write(toGzipPath(path), gzipFile(staged.pathOf(path)));
      const entries = list.names[format.content].length;
      files.push({ path, list: name, format: nameOf(format), ...written, entries, sources });
    }
  }
  return files;
}

/** Removes lists of the previous run that are no longer generated. Otherwise they would be served forever. */
async function removeObsolete(folder: string, previous: Manifest, { files }: Manifest): Promise<void> {
  for (const { path } of previous.files) {
    // A damaged manifest must not remove other files.
    if (files.some((file) => file.path === path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    for (const file of [path, toGzipPath(path)]) await ifExists(Deno.remove(join(folder, file)));
  }
}
