import { ifExists } from "@/lib/fs/if_exists.ts";
import { withDeadline } from "@/lib/async/deadline.ts";
import { readHeader } from "@/lib/images/probe.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { createAllowedHosts } from "@/lib/sources/allowed_hosts.ts";
import { Budget } from "@/lib/sources/budget.ts";
import { connect } from "@/lib/sources/connection.ts";
import { download } from "@/lib/sources/download.ts";
import { createResolver, type Resolve } from "@/lib/sources/resolver.ts";
import { sourceTimeoutError, tooManyDownloadsError } from "@/lib/sources/source_errors.ts";

/** Options of {@linkcode checkUrls}. */
export interface CheckUrlsOptions {
  /** `host[:port]` entries that are allowed although they are private. */
  readonly allowPrivateHosts: readonly string[];
  readonly signal: AbortSignal;
  readonly resolve?: Resolve;
  /** Receives how many URLs were fetched. */
  readonly onProgress?: (checked: number, total: number) => void;
}

/** The result of {@linkcode checkUrls}. */
export interface CheckUrlsReport {
  readonly checked: number;
  /** The URLs that do not lead to an image, with the reason. */
  readonly dead: ReadonlyMap<string, string>;
}

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/** Fetches each URL of a list once, one after the other, and reports those that do not lead to an image. */
export async function checkUrls(path: string, options: CheckUrlsOptions): Promise<CheckUrlsReport> {
  const { signal, onProgress, resolve = createResolver() } = options;
  const isAllowed = createAllowedHosts(options.allowPrivateHosts);
  const budget = new Budget(MAX_BYTES * 3, tooManyDownloadsError);
  const shared = { isAllowed, resolve, connect, budget, maxBytes: MAX_BYTES };
  const urls = await loadUrls(path);
  const dead = new Map<string, string>();
  for (const [index, text] of urls.entries()) {
    onProgress?.(index, urls.length);
    try {
      const url = new URL(text);
      const deadline = { ms: TIMEOUT_MS, signal, onTimeout: () => sourceTimeoutError(TIMEOUT_MS) };
      const { bytes } = await withDeadline(
        deadline,
        (signal) => download(url, { ...shared, maxRedirects: MAX_REDIRECTS, signal }),
      );
      readHeader(bytes);
    } catch (error) {
      signal.throwIfAborted();
      dead.set(text, messageOf(error));
    }
  }
  return { checked: urls.length, dead };
}

/** Returns the URLs of a list. Entries are URLs, or objects with one. A missing file is an empty list. */
async function loadUrls(path: string): Promise<string[]> {
  const text = await ifExists(Deno.readTextFile(path));
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw new TypeError("must be a JSON array");
    return [...new Set(list.map((entry) => String(entry?.url ?? entry)))];
  } catch (cause) {
    throw new Error(`Cannot read "${path}": ${messageOf(cause)}`, { cause });
  }
}
