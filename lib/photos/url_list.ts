import { loadUrls } from "@/lib/content/operator_urls.ts";
import type { ImageRef } from "@/lib/filters/keys.ts";
import { createSourceLoader } from "@/lib/filters/source.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { readHeader } from "@/lib/images/probe.ts";

/** Options of {@linkcode checkUrls}. */
export interface CheckUrlsOptions {
  /** `host[:port]` entries that are allowed although they are private. */
  readonly allowPrivateHosts: readonly string[];
  readonly signal: AbortSignal;
  /** Receives how many URLs were fetched. */
  readonly onProgress?: (checked: number, total: number) => void;
}

/** What a list may need: more than filters allow a stranger. */
const LIMITS = { maxSourceBytes: 50 * 1024 * 1024, maxRedirects: 5, sourceTimeoutMs: 30_000 };

/**
 * Fetches each URL of a list once, one after the other, as the filters do. Returns the number of URLs, and a line for
 * each entry that does not lead to an image. A missing file is an empty list.
 *
 * @throws {Error} if the list cannot be read.
 */
export async function checkUrls(
  path: string,
  { allowPrivateHosts, signal, onProgress }: CheckUrlsOptions,
): Promise<{ checked: number; dead: string[] }> {
  const findServicePicture = () => Promise.resolve(undefined);
  const load = createSourceLoader({ ...LIMITS, allowPrivateHosts, findServicePicture });
  const dead: string[] = [];
  const pictures = await ifExists(loadUrls(path, (message) => dead.push(message))).catch((cause) => {
    throw new Error(`Cannot read "${path}": ${messageOf(cause)}`, { cause });
  }) ?? [];
  const urls = [...new Set(pictures.map(({ url }) => url))];
  const checked = urls.length + dead.length;
  for (const [index, url] of urls.entries()) {
    onProgress?.(index, urls.length);
    try {
      readHeader((await load(url as ImageRef, { signal })).bytes);
    } catch (error) {
      signal.throwIfAborted();
      dead.push(`${url}: ${messageOf(error)}`);
    }
  }
  return { checked, dead };
}
