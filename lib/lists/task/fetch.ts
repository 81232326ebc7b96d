import { resolve } from "@std/path";
import { messageOf } from "@/lib/util/text.ts";

/** Larger than any known list, so that a wrong address cannot fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

const TIMEOUT_MS = 120_000;

/** Returns the text of a source: a file below `folder`, or an address. @throws {Error} that names the source. */
export async function fetchSource(source: string, folder: string): Promise<string> {
  try {
    return /^https?:\/\//i.test(source) ? await download(source) : await Deno.readTextFile(resolve(folder, source));
  } catch (cause) {
    throw new Error(`Cannot read the source "${source}": ${messageOf(cause)}`, { cause });
  }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RangeError(`it has more than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  if (!response.ok) throw new Error(`its server responded with ${response.status}`);
  return text + decoder.decode();
}
