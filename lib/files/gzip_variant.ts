import { readAt } from "@/lib/files/blocks.ts";
import type { Digest } from "@/lib/files/checksums.ts";
import type { FoundFile, Root } from "@/lib/files/root.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** What stands at the end of every gzip file: CRC-32 and length of the content, 4 bytes each, little endian. */
const TRAILER_BYTES = 8;

/**
 * Opens the gzip twin that lies next to a file, if it says that it holds this very content: a stale one is not sent.
 *
 * @throws {Error} when it is there and cannot be read.
 */
export async function findTwin(root: Root, found: FoundFile, digest: Digest): Promise<FoundFile | undefined> {
  const twin = await findQuietly(root, `${found.path}.gz`);
  if (twin === undefined) return undefined;
  try {
    if (await isTwinOf(twin, found, digest)) return twin;
  } catch (error) {
    twin.file.close();
    throw error;
  }
  twin.file.close();
  return undefined;
}

async function isTwinOf(twin: FoundFile, found: FoundFile, digest: Digest): Promise<boolean> {
  const trailer = new Uint8Array(TRAILER_BYTES);
  const start = twin.info.size - TRAILER_BYTES;
  if (start < 0 || await readAt(twin.file, trailer, start) < TRAILER_BYTES) return false;
  const view = new DataView(trailer.buffer);
  return view.getUint32(0, true) === digest.crc32 && view.getUint32(4, true) === found.info.size % 2 ** 32;
}

async function findQuietly(root: Root, path: string): Promise<FoundFile | undefined> {
  try {
    return await root.findFile(path);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}
