import { join, resolve } from "@std/path";
import { ifExists } from "@/lib/async/if_exists.ts";
import type { BlocklistConfig, Source } from "@/lib/blocklist/config.ts";
import { parseDomain } from "@/lib/blocklist/domain.ts";
import { parseLine, readLines } from "@/lib/blocklist/source_lines.ts";
import { Stage } from "@/lib/blocklist/stage.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Options of {@linkcode fetchSource}. */
export interface FetchOptions {
  readonly config: BlocklistConfig;
  /** The directory with the last good copy of every source. */
  readonly copies: string;
  readonly fetch: typeof fetch;
}

/** Maximum size of a source: larger than any existing list, so that a wrong URL cannot fill the disk. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/**
 * Fetches a source, stores a copy and returns its path. If that fails, returns the last good copy and the error.
 *
 * @throws {Error} if it fails and there is no last good copy.
 */
export async function fetchSource(
  source: Source,
  options: FetchOptions,
): Promise<{ readonly path: string; readonly fetchError?: string }> {
  const name = `${source.id}.txt`;
  const path = join(options.copies, name);
  const stage = new Stage(options.copies);
  try {
    await stage.write(name, readSource(source, options));
    // An error page with status 200 must not replace a list.
    if (!await hasDomain(stage.pathOf(name))) throw new Error("it contains no domain");
    await stage.commit();
    return { path };
  } catch (error) {
    await stage.abandon();
    const fetchError = messageOf(error);
    if ((await ifExists(Deno.stat(path)))?.isFile) return { path, fetchError };
    throw new Error(`Cannot read the source "${source.id}" from ${source.from}: ${fetchError}`, { cause: error });
  }
}

async function* readSource({ from }: Source, { config, fetch }: FetchOptions): AsyncGenerator<Uint8Array> {
  if (!/^https?:\/\//i.test(from)) {
    yield* (await Deno.open(resolve(config.directory, from))).readable;
    return;
  }
  const response = await fetch(from, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`its server responded with ${response.status}`);
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
      if (!("reason" in names) && names.some((name) => typeof parseDomain(name) === "string")) return true;
    }
  }
  return false;
}
