import { join, resolve } from "@std/path";
import { z } from "zod";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import type { BlocklistConfig, ListSource } from "@/lib/blocklist/config.ts";
import type { Progress } from "@/lib/blocklist/progress.ts";
import { readDomains } from "@/lib/blocklist/source_lines.ts";
import { isDraft, replaceFile } from "@/lib/fs/replace_file.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { toConditions } from "@/lib/sources/validators.ts";

/** Options of {@linkcode fetchSources}. */
export interface FetchOptions {
  readonly config: BlocklistConfig;
  /** The folder of the lists. */
  readonly folder: string;
  readonly fetch: typeof fetch;
  readonly progress: Progress;
}

/** A source on this machine. */
export interface FetchedSource {
  readonly id: string;
  /** The file with its copy. */
  readonly path: string;
  /** Why an earlier copy is used, if it is. */
  readonly note: string | undefined;
}

/** The last valid copy of each source. Hidden, so that it is never served. */
const COPIES_FOLDER = ".sources";

/** Maximum number of sources that are fetched at the same time: enough to hide slow servers, and polite to each. */
const MAX_FETCHES = 4;

/** Maximum size of a source: larger than any existing list, so that a wrong URL cannot fill the disk. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/** What the server of a source said about the version of the copy, to ask only for a newer one. */
const VALIDATORS = z.object({ from: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });

/**
 * Fetches all sources, several at a time, and stores a copy of each. A source that fails is replaced by its last valid
 * copy, with the error.
 *
 * @throws {Error} if one fails that has no last valid copy.
 */
export async function fetchSources(options: FetchOptions): Promise<FetchedSource[]> {
  const copies = join(options.folder, COPIES_FOLDER);
  await Deno.mkdir(copies, { recursive: true });
  for await (const { name } of Deno.readDir(copies)) {
    // A run that was killed leaves the draft of a copy behind.
    if (isDraft(name)) await Deno.remove(join(copies, name));
  }
  const fetched: FetchedSource[] = [];
  await forEachLimited(options.config.sources.entries(), MAX_FETCHES, async ([index, source]) => {
    const { id, from } = source;
    const copy = join(copies, id);
    const path = `${copy}.txt`;
    const note = await updateCopy(source, copy, options).catch(async (cause) => {
      if (await loadValidators(copy, from) !== undefined) return `last good copy used: ${messageOf(cause)}`;
      throw new Error(`Cannot read the source "${id}" from ${from}: ${messageOf(cause)}`, { cause });
    });
    options.progress.step(note === undefined ? `fetched ${id}` : `${id}: ${note}`);
    fetched[index] = { id, path, note };
  });
  return fetched;
}

// Replaces the copy of a source, or returns that it is current.
async function updateCopy(source: ListSource, copy: string, options: FetchOptions): Promise<string | undefined> {
  const { body, status, headers } = await openSource(source, copy, options);
  if (status === 304) return "not modified, stored copy used";
  if (body === null) throw new Error(`its server responded with ${status}`);
  await replaceFile(`${copy}.txt`, assertList(body));
  const validators = { from: source.from, etag: headers.get("etag"), lastModified: headers.get("last-modified") };
  // Written after the copy: with an old copy, the new validators would make it look current.
  await replaceFile(`${copy}.json`, JSON.stringify(validators));
}

/** Opens a file or requests a URL. The response has no body if the copy is current or the server reports an error. */
async function openSource({ from }: ListSource, copy: string, { config, fetch }: FetchOptions): Promise<Response> {
  if (!/^https?:\/\//i.test(from)) return new Response((await Deno.open(resolve(config.folder, from))).readable);
  const headers = toConditions(await loadValidators(copy, from));
  const response = await fetch(from, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status });
}

// Returns `undefined` without a copy, with a copy of another URL, or if the file is damaged: then all is fetched again.
async function loadValidators(copy: string, from: string): Promise<z.infer<typeof VALIDATORS> | undefined> {
  try {
    await Deno.stat(`${copy}.txt`);
    const validators = VALIDATORS.parse(JSON.parse(await Deno.readTextFile(`${copy}.json`)));
    return validators.from === from ? validators : undefined;
  } catch {
    return undefined;
  }
}

// Yields a source as it arrives. Throws at its end if it has no domain: an error page must not replace a list.
async function* assertList(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [copy, text] = body.tee();
  // The loop throws the errors of the body.
  const isList = hasDomain(text).catch(() => false);
  let bytes = 0;
  for await (const chunk of copy) {
    bytes += chunk.length;
    if (bytes > MAX_LIST_BYTES) throw new Error(`it has more than ${MAX_LIST_BYTES} bytes`);
    yield chunk;
  }
  if (!await isList) throw new Error("it contains no domain");
}

async function hasDomain(text: ReadableStream<Uint8Array>): Promise<boolean> {
  for await (const domains of readDomains(text, () => {})) {
    if (domains.length > 0) return true;
  }
  return false;
}
