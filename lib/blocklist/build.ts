import { join, resolve } from "@std/path";
import { AllowRules } from "@/lib/blocklist/allow_rules.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { FORMATS } from "@/lib/blocklist/formats.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import { loadManifest, type Manifest, MANIFEST_FILE, type ManifestFile } from "@/lib/blocklist/manifest.ts";
import { PROVENANCE_FILE, renderProvenance } from "@/lib/blocklist/provenance.ts";
import { type CompiledList, compileList, renderList } from "@/lib/blocklist/render_list.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { nextSerial, readSerial } from "@/lib/blocklist/serial.ts";
import { fetchSources } from "@/lib/blocklist/sources.ts";
import { type OpenSink, removeLeftovers, Stage } from "@/lib/blocklist/stage.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { toGzipPath } from "@/lib/http/negotiation.ts";
import { NO_PROGRESS, type Progress } from "@/lib/process/progress.ts";

/** Options of {@linkcode build}. */
export interface BuildOptions {
  readonly config: BlocklistConfig;
  /** The folder of the lists. */
  readonly folder: string;
  /** Writes even if a list shrinks by more than a fifth. */
  readonly force?: boolean;
  readonly fetch?: typeof fetch;
  readonly open?: OpenSink;
  readonly now?: () => number;
  readonly progress?: Progress;
}

/** The share of its entries that a list may lose in one run. If it loses more, it has most likely lost a source. */
const MAX_SHRINK = 0.2;

/** The last good copy of each source. Hidden, so that it is never served. */
const COPIES_FOLDER = ".sources";

/**
 * Generates every list in every format, their gzip variants, the provenance file and the manifest:
 * sources → {@linkcode Collection} → {@linkcode compileList} → {@linkcode renderList} → {@linkcode Stage}.
 *
 * No file is replaced before all are written. If nothing was written, the report contains the reason.
 *
 * @throws {Error} if a source without an earlier copy fails, or the disk does.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { config, folder, force, open, progress = NO_PROGRESS } = options;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
  // Two runs at the same time would mix their files.
  await lock.lock(true);
  await removeLeftovers(folder);
  const { collection, sources } = await collect(options);
  const selection = collection.select(await loadRules(config));
  for (const { sources: [first] } of selection.allowed.values()) sources.find(({ id }) => id === first)!.allowed++;
  const lists = config.lists.map((plan) => compileList(selection, plan, config));
  const previous = await loadManifest(folder).catch((error) => {
    if (force && error instanceof TypeError) return undefined;
    throw error;
  });
  const report = { sources, lists: lists.map(toListReport) };
  const stopReason = force ? undefined : findShrink(report.lists, previous);
  if (stopReason !== undefined) return { ...report, files: [], changed: [], stopReason };
  progress.step(`writing ${lists.length} lists`);
  const stage = new Stage(folder, open);
  try {
    const files = await writeLists(stage, lists, options);
    const written = await stage.write(PROVENANCE_FILE, renderProvenance(selection));
    const manifest: Manifest = { files, sources: config.sources, provenance: { path: PROVENANCE_FILE, ...written } };
    // Written and renamed last, so that it never names a file that does not exist yet.
    await stage.write(MANIFEST_FILE, [`${JSON.stringify(manifest, undefined, 2)}\n`]);
    const changed = await stage.commit();
    await removeObsolete(folder, previous, manifest);
    return { ...report, files, changed };
  } finally {
    await stage.abandon();
  }
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, folder, progress = NO_PROGRESS, fetch = globalThis.fetch } = options;
  const copies = join(folder, COPIES_FOLDER);
  const fetched = await fetchSources({ config, copies, fetch, onFetched: progress.step });
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const { path, ...source } of fetched) {
    progress.step(`reading ${source.id}`);
    sources.push({ ...source, ...await collection.add(source.id, path), allowed: 0 });
  }
  return { collection, sources };
}

async function loadRules({ allow, folder }: BlocklistConfig): Promise<AllowRules> {
  const texts = await Promise.all(allow.map((from) => Deno.readTextFile(resolve(folder, from))));
  return new AllowRules(texts.flatMap((text) => text.split("\n")));
}

function toListReport({ plan, names: { exact, wildcard } }: CompiledList): BuildReport["lists"][number] {
  return { name: plan.name, entries: exact.length, subsumed: exact.length - wildcard.length };
}

function findShrink(lists: BuildReport["lists"], previous: Manifest | undefined): string | undefined {
  for (const { name, entries } of lists) {
    const old = previous?.files.find((file) => file.list === name && file.format === "domains")?.entries ?? 0;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}

async function writeLists(stage: Stage, lists: readonly CompiledList[], options: BuildOptions) {
  const { folder, now = Date.now, progress = NO_PROGRESS } = options;
  const files: ManifestFile[] = [];
  for (const list of lists) {
    const { name, sources } = list.plan;
    for (const format of FORMATS) {
      const path = `${name}/${format.file}`;
      progress.update(`writing ${path}`);
      const previous = format.serial && await readSerial(join(folder, path));
      let written = await stage.write(path, renderList(format, list, previous));
      // The serial stays the same if nothing else in the file changes: only a complete comparison can tell.
      if (format.serial !== undefined && !await stage.isUnchanged(path)) {
        written = await stage.write(path, renderList(format, list, nextSerial(previous, now())));
      }
      await stage.write(toGzipPath(path), gzipFile(stage.pathOf(path)));
      const entries = list.names[format.content].length;
      files.push({ path, list: name, format: format.name, ...written, entries, sources });
    }
  }
  return files;
}

/** Removes lists of the previous run that are no longer generated. Otherwise they would be served forever. */
async function removeObsolete(folder: string, previous: Manifest | undefined, { files }: Manifest): Promise<void> {
  for (const { path } of previous?.files ?? []) {
    // A damaged manifest must not remove other files.
    if (files.some((file) => file.path === path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await ifExists(Deno.remove(join(folder, path)));
    await ifExists(Deno.remove(join(folder, toGzipPath(path))));
  }
}
