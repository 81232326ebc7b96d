import { z } from "zod";
import { join, resolve } from "@std/path";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import type { BlocklistConfig, Source } from "@/lib/blocklist/config.ts";
import { parseDomain } from "@/lib/blocklist/domain.ts";
import { parseLine, readLines } from "@/lib/blocklist/source_lines.ts";
import { Stage } from "@/lib/blocklist/stage.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Options of {@linkcode fetchSources}. */
export interface FetchOptions {
  readonly config: BlocklistConfig;
  /** The folder with the last good copy of every source. */
  readonly copies: string;
  readonly fetch: typeof fetch;
  /** Receives how each fetch ended. */
  readonly onFetched: (text: string) => void;
}

/** A source on this machine. */
export interface FetchedSource {
  readonly id: string;
  /** The file with its copy. */
  readonly path: string;
  /** Whether its server responded that the copy is still current. */
  readonly isUnchanged?: true;
  /** Why it could not be fetched, so that its last good copy is used. */
  readonly fetchError?: string;
}

/** Maximum number of sources that are fetched at the same time: enough to hide slow servers, and polite to each. */
const MAX_FETCHES = 4;

/** Maximum size of a source: larger than any existing list, so that a wrong URL cannot fill the disk. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/** What the server of a source said about the version of the copy, to ask only for a newer one. */
const VALIDATORS = z.object({ from: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });

/**
 * Fetches all sources, several at a time, and stores a copy of each. A source that fails is replaced by its last good
 * copy, with the error.
 *
 * @throws {Error} if one fails that has no last good copy.
 */
export async function fetchSources(options: FetchOptions): Promise<FetchedSource[]> {
  const fetched: FetchedSource[] = [];
  await forEachLimited(options.config.sources.entries(), MAX_FETCHES, async ([index, source]) => {
    const result = await fetchSource(source, options);
    fetched[index] = result;
    const { isUnchanged, fetchError } = result;
    if (fetchError !== undefined) {
      options.onFetched(`cannot fetch ${source.id}, using its last good copy: ${fetchError}`);
    } else options.onFetched(isUnchanged ? `${source.id} has not changed` : `fetched ${source.id}`);
  });
  return fetched;
}

async function fetchSource(source: Source, options: FetchOptions): Promise<FetchedSource> {
  const { id, from } = source;
  const name = `${id}.txt`;
  const path = join(options.copies, name);
  const stage = new Stage(options.copies);
  try {
    const { body, status, headers } = await openSource(source, options);
    if (body === null) {
      if (status === 304) return { id, path, isUnchanged: true };
      throw new Error(`its server responded with ${status}`);
    }
    await stage.write(name, limitBytes(body));
    // An error page with status 200 must not replace a list.
    if (!await hasDomain(stage.pathOf(name))) throw new Error("it contains no domain");
    const validators = { from, etag: headers.get("etag"), lastModified: headers.get("last-modified") };
    // Renamed after the copy: with an old copy, the new validators would make it look current.
    await stage.write(`${id}.json`, [JSON.stringify(validators)]);
    await stage.commit();
    return { id, path };
  } catch (cause) {
    await stage.abandon();
    const fetchError = messageOf(cause);
    if (await ifExists(Deno.stat(path)) !== undefined) return { id, path, fetchError };
    throw new Error(`Cannot read the source "${id}" from ${from}: ${fetchError}`, { cause });
  }
}

/** Opens a file or requests a URL. The response has no body if the copy is current or the server reports an error. */
async function openSource({ id, from }: Source, { config, copies, fetch }: FetchOptions): Promise<Response> {
  if (!/^https?:\/\//i.test(from)) return new Response((await Deno.open(resolve(config.folder, from))).readable);
  const { etag, lastModified } = await loadValidators(join(copies, id), from) ?? {};
  const headers = new Headers();
  if (etag) headers.set("if-none-match", etag);
  if (lastModified) headers.set("if-modified-since", lastModified);
  const response = await fetch(from, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status });
}

// Returns `undefined` without a copy, with a copy of another URL, or if the file is damaged: then all is fetched again.
async function loadValidators(copy: string, from: string): Promise<z.infer<typeof VALIDATORS> | undefined> {
  const text = await ifExists(Deno.readTextFile(`${copy}.json`));
  if (text === undefined || await ifExists(Deno.stat(`${copy}.txt`)) === undefined) return undefined;
  try {
    const validators = VALIDATORS.parse(JSON.parse(text));
    return validators.from === from ? validators : undefined;
  } catch {
    return undefined;
  }
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
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
