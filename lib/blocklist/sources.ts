import { join } from "@std/path";
import { type BlocklistConfig, isRemote, type Source, toPath } from "@/lib/blocklist/config.ts";
import { isRejection, parseDomain } from "@/lib/blocklist/domain.ts";
import { parseLine } from "@/lib/blocklist/line.ts";
import { readLines } from "@/lib/blocklist/lines.ts";
import { Stage } from "@/lib/blocklist/stage.ts";

/** What a source is fetched with. */
export interface FetchOptions {
  readonly config: BlocklistConfig;
  /** Where the last good copy of every source is kept. */
  readonly copies: string;
  readonly fetch: typeof fetch;
}

/** The copy of a source that is read. */
export interface SourceCopy {
  readonly source: Source;
  readonly path: string;
  /** Why the copy is an earlier one, if it is. */
  readonly failure?: string;
}

/** Larger than any list there is, so that a wrong address cannot fill the disk. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/**
 * Gets a source and keeps a copy of it; a source that fails leaves its last good copy in place.
 *
 * @throws {Error} when it fails and there is no earlier copy.
 */
export async function fetchSource(source: Source, options: FetchOptions): Promise<SourceCopy> {
  const path = join(options.copies, `${source.id}.txt`);
  const stage = new Stage(options.copies);
  try {
    await stage.write(`${source.id}.txt`, open(source, options));
    // An error page with status 200 must not take the place of a list.
    if (!await hasDomain(stage.pathOf(`${source.id}.txt`))) throw new Error("it has no domain in it");
    await stage.commit();
    return { source, path };
  } catch (error) {
    await stage.abandon();
    const failure = error instanceof Error ? error.message : String(error);
    if (await exists(path)) return { source, path, failure };
    throw new Error(`Cannot read the source "${source.id}" from ${source.from}: ${failure}`, { cause: error });
  }
}

async function* open({ from }: Source, { config, fetch }: FetchOptions): AsyncGenerator<Uint8Array> {
  if (!isRemote(from)) {
    yield* (await Deno.open(toPath(config, from))).readable;
    return;
  }
  const response = await fetch(from, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`its server answered ${response.status}`);
  }
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MAX_SOURCE_BYTES) throw new Error(`it has more than ${MAX_SOURCE_BYTES} bytes`);
    yield chunk;
  }
}

async function hasDomain(path: string): Promise<boolean> {
  for await (const lines of readLines(path)) {
    for (const line of lines) {
      const names = parseLine(line);
      if (!("reason" in names) && names.some((name) => !isRejection(parseDomain(name)))) return true;
    }
  }
  return false;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
