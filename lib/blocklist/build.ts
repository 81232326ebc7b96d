import { join, resolve } from "@std/path";
import { AllowList } from "@/lib/blocklist/allow_list.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import { type CompiledList, compileList, select, type Selection } from "@/lib/blocklist/compile.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { showFetches } from "@/lib/blocklist/fetch_progress.ts";
import { loadManifest, type Manifest } from "@/lib/blocklist/manifest.ts";
import { publish, removeObsolete } from "@/lib/blocklist/publish.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { fetchSources } from "@/lib/blocklist/sources.ts";
import { type OpenSink, removeLeftovers } from "@/lib/blocklist/stage.ts";
import { NO_PROGRESS, type Progress } from "@/lib/process/progress.ts";

/** Options of {@linkcode build}. */
export interface BuildOptions {
  readonly config: BlocklistConfig;
  /** The directory of the lists. */
  readonly directory: string;
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
  const { config, directory, force, now = Date.now, open, progress = NO_PROGRESS } = options;
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
  progress.step(`writing ${lists.length} lists`);
  const onFile = (path: string) => progress.update(`writing ${path}`);
  const { files, changed } = await publish({ config, directory, selection, lists, now, open, onFile });
  await removeObsolete(directory, previous, files);
  return { ...report, files, changed };
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, directory, progress = NO_PROGRESS, fetch = globalThis.fetch } = options;
  const copies = join(directory, COPIES_DIRECTORY);
  const fetched = await fetchSources({ config, copies, fetch, ...showFetches(progress, config.sources.length) });
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const { id } of config.sources) {
    progress.step(`reading ${id}`);
    const { path, ...rest } = fetched.get(id)!;
    const count = await collection.add(id, path, (read) => progress.update(`reading ${id}: ${read} names`));
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

function toListReport({ plan, contents }: CompiledList): BuildReport["lists"][number] {
  const entries = contents.exact.domains.length;
  return { name: plan.name, entries, subsumed: entries - contents.wildcard.domains.length };
}

function findShrink(lists: readonly CompiledList[], previous: Manifest | undefined): string | undefined {
  for (const { plan, contents } of lists) {
    const old = previous?.files.find((file) => file.list === plan.name && file.format === "domains")?.entries ?? 0;
    const entries = contents.exact.domains.length;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${plan.name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}
