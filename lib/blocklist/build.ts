import { join } from "@std/path";
import { AllowList } from "@/lib/blocklist/allow_list.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import { type CompiledList, compileList, select, type Selection } from "@/lib/blocklist/compile.ts";
import { type BlocklistConfig, toPath } from "@/lib/blocklist/config.ts";
import { loadManifest, type Manifest } from "@/lib/blocklist/manifest.ts";
import { publish, type PublishOptions } from "@/lib/blocklist/publish.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { fetchSource } from "@/lib/blocklist/sources.ts";
import { removeLeftovers } from "@/lib/blocklist/stage.ts";

/** Options of {@linkcode build}. */
export interface BuildOptions extends PublishOptions {
  /** Writes even if a list shrinks by more than a fifth. */
  readonly force?: boolean;
  readonly fetch?: typeof fetch;
}

/** A list that loses more than this share of its entries in one run has most likely lost a source. */
const MAX_SHRINK = 0.2;

/** The last good copy of each source. Hidden, so that it is never served. */
const COPIES_FOLDER = ".sources";

/**
 * Generates every list in every format, their gzip variants, the provenance file and the manifest:
 * sources → {@linkcode Collection} → {@linkcode select} → {@linkcode compileList} → {@linkcode publish}.
 *
 * No file is replaced before all are written. If nothing was written, the report contains the reason.
 *
 * @throws {Error} if a source without an earlier copy fails, or the disk does.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { config, folder, force } = options;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
  // Two runs at the same time would mix their files.
  await lock.lock(true);
  await removeLeftovers(folder);
  const { collection, sources } = await collect(options);
  const selection = select(collection, await loadAllowList(config));
  const lists = config.lists.map((plan) => compileList(selection, plan, config));
  const before = await loadManifest(folder).catch((error) => {
    if (force && error instanceof TypeError) return undefined;
    throw error;
  });
  const report = { sources: sources.map((each) => withAllowed(each, selection)), lists: lists.map(toListReport) };
  const stopReason = force ? undefined : findShrink(lists, before);
  if (stopReason !== undefined) return { ...report, files: [], changed: [], stopReason };
  return { ...report, ...await publish(options, { selection, lists, before }) };
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, folder, onProgress = () => {}, fetch = globalThis.fetch } = options;
  const copies = join(folder, COPIES_FOLDER);
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const source of config.sources) {
    onProgress(`fetching ${source.id}`);
    const { path, fetchError } = await fetchSource(source, { config, copies, fetch });
    const count = await collection.add(source.id, path, (read) => onProgress(`reading ${source.id}: ${read}`));
    sources.push({ count, allowed: 0, ...(fetchError === undefined ? {} : { fetchError }) });
  }
  return { collection, sources };
}

async function loadAllowList(config: BlocklistConfig): Promise<AllowList> {
  const texts = await Promise.all(config.allow.map((from) => Deno.readTextFile(toPath(config, from))));
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

function findShrink(lists: readonly CompiledList[], before: Manifest | undefined): string | undefined {
  for (const { plan, exactList } of lists) {
    const old = before?.files.find((file) => file.list === plan.name && file.format === "domains")?.entries ?? 0;
    const entries = exactList.domains.length;
    if (entries >= old * (1 - MAX_SHRINK)) continue;
    return `list ${plan.name} would shrink from ${old} to ${entries} entries, use --force to write it anyway`;
  }
  return undefined;
}
