import { join, resolve } from "@std/path";
import { AllowRules } from "@/lib/blocklist/allow_rules.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import type { BlocklistConfig } from "@/lib/blocklist/config.ts";
import { loadManifest, type Manifest } from "@/lib/blocklist/manifest.ts";
import { renderProvenance } from "@/lib/blocklist/provenance.ts";
import { publish, removeObsolete } from "@/lib/blocklist/publish.ts";
import { type CompiledList, compileList } from "@/lib/blocklist/render_list.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { type FetchedSource, fetchSources } from "@/lib/blocklist/sources.ts";
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
 * sources → {@linkcode Collection} → {@linkcode compileList} → {@linkcode publish}.
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
  const rules = await loadRules(config);
  const allowed = findAllowed(collection, rules);
  const selection = { blocked: collection.names.without(allowed), sets: collection.sets, rules };
  const lists = config.lists.map((plan) => compileList(selection, plan, config));
  const previous = await loadManifest(directory).catch((error) => {
    if (force && error instanceof TypeError) return undefined;
    throw error;
  });
  const report = { sources: sources.map((source) => withAllowed(source, allowed)), lists: lists.map(toListReport) };
  const stopReason = force ? undefined : findShrink(lists, previous);
  if (stopReason !== undefined) return { ...report, files: [], changed: [], stopReason };
  progress.step(`writing ${lists.length} lists`);
  const onFile = (path: string) => progress.update(`writing ${path}`);
  const { files, changed } = await publish({
    config,
    folder: directory,
    provenance: renderProvenance(selection, allowed),
    lists,
    now,
    open,
    onFile,
  });
  await removeObsolete(directory, previous, files);
  return { ...report, files, changed };
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, directory, progress = NO_PROGRESS, fetch = globalThis.fetch } = options;
  const copies = join(directory, COPIES_DIRECTORY);
  const onFetched = (id: string, fetched: FetchedSource) => progress.step(describeFetch(id, fetched));
  const fetched = await fetchSources({ config, copies, fetch, onFetched });
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

function describeFetch(id: string, { isUnchanged, fetchError }: FetchedSource): string {
  if (fetchError !== undefined) return `cannot fetch ${id}, using its last good copy: ${fetchError}`;
  return isUnchanged ? `${id} has not changed` : `fetched ${id}`;
}

async function loadRules({ allow, directory }: BlocklistConfig): Promise<AllowRules> {
  const texts = await Promise.all(allow.map((from) => Deno.readTextFile(resolve(directory, from))));
  return new AllowRules(texts.flatMap((text) => text.split("\n")));
}

type Allowed = ReadonlyMap<string, { readonly sources: readonly string[]; readonly allowedBy: string }>;

function findAllowed(collection: Collection, rules: AllowRules): Allowed {
  return new Map(
    collection.names.names.flatMap((name) => {
      const allowedBy = rules.match(name);
      return allowedBy === undefined ? [] : [[name, { sources: collection.sourcesOf(name), allowedBy }]];
    }),
  );
}

function withAllowed(report: SourceReport, allowed: Allowed): SourceReport {
  const isFirstSource = ({ sources }: { sources: readonly string[] }) => sources[0] === report.count.id;
  return { ...report, allowed: allowed.values().filter(isFirstSource).toArray().length };
}

function toListReport({ plan, names }: CompiledList): BuildReport["lists"][number] {
  return { name: plan.name, entries: names.exact.length, subsumed: names.exact.length - names.wildcard.length };
}

function findShrink(lists: readonly CompiledList[], previous: Manifest | undefined): string | undefined {
  for (const { plan, names } of lists) {
    const old = previous?.files.find((file) => file.list === plan.name && file.format === "domains")?.entries ?? 0;
    const entries = names.exact.length;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${plan.name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}
