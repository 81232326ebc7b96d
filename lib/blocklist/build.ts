import { join, resolve } from "@std/path";
import { ifExists } from "@/lib/async/if_exists.ts";
import { AllowList } from "@/lib/blocklist/allow_list.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import { type CompiledList, compileList, select, type Selection } from "@/lib/blocklist/compile.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { FORMATS, renderList } from "@/lib/blocklist/formats.ts";
import { gzipFile } from "@/lib/blocklist/gzip_variant.ts";
import {
  loadManifest,
  type Manifest,
  MANIFEST_FILE,
  type ManifestFile,
  PROVENANCE_FILE,
} from "@/lib/blocklist/manifest.ts";
import { originsOf, renderProvenance } from "@/lib/blocklist/provenance.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { fetchSource } from "@/lib/blocklist/sources.ts";
import { type OpenSink, removeLeftovers, Stage } from "@/lib/blocklist/stage.ts";
import { toGzipPath } from "@/lib/http/gzip.ts";

/** Options of {@linkcode build}. */
export interface BuildOptions {
  readonly config: BlocklistConfig;
  /** The directory of the lists. */
  readonly directory: string;
  /** Writes even if a list shrinks by more than a fifth. */
  readonly force?: boolean;
  readonly fetch?: typeof fetch;
  readonly open?: OpenSink;
  /** Receives a description of the current step, many times. */
  readonly onProgress?: (text: string) => void;
}

/** The share of its entries that a list may lose in one run. If it loses more, it has most likely lost a source. */
const MAX_SHRINK = 0.2;

/** The last good copy of each source. Hidden, so that it is never served. */
const COPIES_DIRECTORY = ".sources";

/**
 * Generates every list in every format, their gzip variants, the provenance file and the manifest:
 * sources → {@linkcode Collection} → {@linkcode select} → {@linkcode compileList} → {@linkcode Stage}.
 *
 * No file is replaced before all are written. If nothing was written, the report contains the reason.
 *
 * @throws {Error} if a source without an earlier copy fails, or the disk does.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { config, directory, force } = options;
  await Deno.mkdir(directory, { recursive: true });
  using lock = await Deno.open(join(directory, ".lock"), { write: true, create: true });
  // Two runs at the same time would mix their files.
  await lock.lock(true);
  await removeLeftovers(directory);
  const { collection, sources } = await collect(options);
  const selection = select(collection, await loadAllowList(config));
  const lists = config.lists.map((plan) => compileList(selection, plan, config));
  const previous = await loadManifest(directory).catch((error) => {
    if (force && error instanceof TypeError) return undefined;
    throw error;
  });
  const report = { sources: sources.map((source) => withAllowed(source, selection)), lists: lists.map(toListReport) };
  const stopReason = force ? undefined : findShrink(lists, previous);
  if (stopReason !== undefined) return { ...report, files: [], changed: [], stopReason };
  const { files, changed } = await publish(options, selection, lists);
  await removeObsolete(directory, previous, files);
  return { ...report, files, changed };
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, directory, onProgress = () => {}, fetch = globalThis.fetch } = options;
  const copies = join(directory, COPIES_DIRECTORY);
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const source of config.sources) {
    onProgress(`fetching ${source.id}`);
    const { path, ...rest } = await fetchSource(source, { config, copies, fetch });
    const count = await collection.add(source.id, path, (read) => onProgress(`reading ${source.id}: ${read}`));
    sources.push({ count, allowed: 0, ...rest });
  }
  return { collection, sources };
}

async function loadAllowList({ allow, directory }: BlocklistConfig): Promise<AllowList> {
  const texts = await Promise.all(allow.map((from) => Deno.readTextFile(resolve(directory, from))));
  return new AllowList(texts.flatMap((text) => text.split("\n")));
}

function withAllowed(report: SourceReport, { allowed, collection }: Selection): SourceReport {
  const isFirstSource = (domain: string) => collection.sourcesOf(domain)[0] === report.count.id;
  return { ...report, allowed: allowed.keys().filter(isFirstSource).toArray().length };
}

function toListReport({ plan, exactList, wildcardList }: CompiledList): BuildReport["lists"][number] {
  const entries = exactList.domains.length;
  return { name: plan.name, entries, subsumed: entries - wildcardList.domains.length };
}

function findShrink(lists: readonly CompiledList[], previous: Manifest | undefined): string | undefined {
  for (const { plan, exactList } of lists) {
    const old = previous?.files.find((file) => file.list === plan.name && file.format === "domains")?.entries ?? 0;
    const entries = exactList.domains.length;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${plan.name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}

// Writes all files, or none on an error.
async function publish(
  { config, directory, open, onProgress = () => {} }: BuildOptions,
  selection: Selection,
  lists: readonly CompiledList[],
): Promise<Pick<BuildReport, "files" | "changed">> {
  const stage = new Stage(directory, open);
  try {
    const files: ManifestFile[] = [];
    for (const { plan, exactList, wildcardList } of lists) {
      for (const format of FORMATS) {
        const path = `${plan.name}/${format.file}`;
        onProgress(`writing ${path}`);
        const content = format.isWildcard ? wildcardList : exactList;
        const written = await stage.write(path, renderList(format, content));
        await stage.write(toGzipPath(path), gzipFile(stage.pathOf(path)));
        const { sources, name: list } = plan;
        files.push({ path, list, format: format.name, ...written, entries: content.domains.length, sources });
      }
    }
    onProgress(`writing ${PROVENANCE_FILE}`);
    const written = await stage.write(PROVENANCE_FILE, renderProvenance(originsOf(selection)));
    const manifest: Manifest = { files, sources: config.sources, provenance: { path: PROVENANCE_FILE, ...written } };
    // Written and renamed last, so that it never names a file that does not exist yet.
    await stage.write(MANIFEST_FILE, [new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)]);
    return { files, changed: await stage.commit() };
  } finally {
    await stage.abandon();
  }
}

// Removes lists of the previous run that are no longer generated. Otherwise they would be served forever.
async function removeObsolete(
  directory: string,
  previous: Manifest | undefined,
  files: readonly ManifestFile[],
): Promise<void> {
  const current = new Set(files.map((file) => file.path));
  for (const { path } of previous?.files ?? []) {
    if (current.has(path) || !/^[a-z0-9-]+\/[a-z-]+\.[a-z]+$/.test(path)) continue;
    await ifExists(Deno.remove(join(directory, path)));
    await ifExists(Deno.remove(join(directory, toGzipPath(path))));
  }
}
