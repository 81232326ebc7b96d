import { join } from "@std/path";
import { AllowList } from "@/lib/blocklist/allow_list.ts";
import { Collection } from "@/lib/blocklist/collection.ts";
import { type CompiledList, compileList, select, type Selection } from "@/lib/blocklist/compile.ts";
import { type BlocklistConfig, toPath } from "@/lib/blocklist/config.ts";
import { type Manifest, MANIFEST_FILE, parseManifest } from "@/lib/blocklist/manifest.ts";
import { publish } from "@/lib/blocklist/publish.ts";
import type { BuildReport, SourceReport } from "@/lib/blocklist/report.ts";
import { fetchSource } from "@/lib/blocklist/sources.ts";
import { type OpenSink, removeLeftovers } from "@/lib/blocklist/stage.ts";

/** What a run of the generator needs. */
export interface BuildOptions {
  readonly config: BlocklistConfig;
  /** The folder of the lists. */
  readonly folder: string;
  /** Writes also when a list shrinks by more than a fifth. */
  readonly force?: boolean;
  readonly fetch?: typeof fetch;
  readonly open?: OpenSink;
  /** Told what is being done, often. */
  readonly onProgress?: (text: string) => void;
}

/** A list that loses more than this in one run has most likely lost a source. */
const MAX_SHRINK = 0.2;

/** Hidden, so that it is never served: the last good copy of each source. */
const COPIES_FOLDER = ".sources";

/**
 * Makes every list in every format, their twins, the file of origins and the manifest.
 *
 * Nothing takes its place before everything is written; a refusal in the report says why nothing was.
 *
 * @throws {Error} when a source without an earlier copy fails, or the disk does.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  await Deno.mkdir(options.folder, { recursive: true });
  using lock = await Deno.open(join(options.folder, ".lock"), { write: true, create: true });
  // Two runs at once would mix their files.
  await lock.lock(true);
  await removeLeftovers(options.folder);
  const { collection, sources } = await collect(options);
  const selection = select(collection, await loadAllowList(options.config));
  const lists = options.config.lists.map((plan) => compileList(selection, plan, options.config));
  const before = await loadManifest(options);
  const report = { sources: sources.map((each) => withAllowed(each, selection)), lists: lists.map(toListReport) };
  const refusal = options.force ? undefined : findShrink(lists, before);
  if (refusal !== undefined) return { ...report, files: [], changed: [], refusal };
  return { ...report, ...await publish(options, { selection, lists, before }) };
}

async function collect(options: BuildOptions): Promise<{ collection: Collection; sources: SourceReport[] }> {
  const { config, folder, onProgress = () => {} } = options;
  const collection = new Collection();
  const sources: SourceReport[] = [];
  for (const source of config.sources) {
    onProgress(`fetching ${source.id}`);
    const copies = join(folder, COPIES_FOLDER);
    const { path, failure } = await fetchSource(source, { config, copies, fetch: options.fetch ?? fetch });
    const count = await collection.add(source.id, path, (read) => onProgress(`reading ${source.id}: ${read}`));
    sources.push({ count, allowed: 0, ...(failure === undefined ? {} : { failure }) });
  }
  return { collection, sources };
}

async function loadAllowList(config: BlocklistConfig): Promise<AllowList> {
  const texts = await Promise.all(config.allow.map((from) => Deno.readTextFile(toPath(config, from))));
  return new AllowList(texts.flatMap((text) => text.split("\n")));
}

async function loadManifest({ folder, force }: BuildOptions): Promise<Manifest | undefined> {
  try {
    return parseManifest(await Deno.readTextFile(join(folder, MANIFEST_FILE)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || (force && error instanceof TypeError)) return undefined;
    throw error;
  }
}

function withAllowed(report: SourceReport, { allowed, collection }: Selection): SourceReport {
  const isOwn = (domain: string) => collection.sourcesOf(domain)[0] === report.count.id;
  return { ...report, allowed: allowed.keys().filter(isOwn).toArray().length };
}

function toListReport({ plan, exact, whole }: CompiledList): BuildReport["lists"][number] {
  return { name: plan.name, entries: exact.domains.length, subsumed: exact.domains.length - whole.domains.length };
}

function findShrink(lists: readonly CompiledList[], before: Manifest | undefined): string | undefined {
  for (const { plan, exact } of lists) {
    const entries = before?.files.find((file) => file.list === plan.name && file.format === "domains")?.entries ?? 0;
    if (exact.domains.length >= entries * (1 - MAX_SHRINK)) continue;
    return `list ${plan.name} would shrink from ${entries} to ${exact.domains.length} entries, --force writes it all the same`;
  }
  return undefined;
}
