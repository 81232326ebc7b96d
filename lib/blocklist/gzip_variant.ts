import { once } from "node:events";
import { createGzip } from "node:zlib";

/** From this size on speed counts more than a tenth of the transfer. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** The place of the byte that names the system in a gzip head; 255 is "unknown", the same on every machine. */
const SYSTEM_AT = 9;

/**
 * Yields the gzip form of a file. It has no time and no name in it: the same file gives the same bytes.
 *
 * @throws {Error} when the file cannot be read.
 */
export async function* gzipFile(path: string): AsyncGenerator<Uint8Array> {
  const file = await Deno.open(path);
  const { size } = await file.stat();
  const zipper = createGzip({ level: size < LARGE_BYTES ? 9 : 1, chunkSize: 256 * 1024 });
  const feeding = feed(zipper, file);
  let at = 0;
  for await (const chunk of zipper) {
    const bytes = chunk as Uint8Array;
    if (at <= SYSTEM_AT && SYSTEM_AT < at + bytes.length) bytes[SYSTEM_AT - at] = 255;
    at += bytes.length;
    yield bytes;
  }
  await feeding;
}

async function feed(zipper: ReturnType<typeof createGzip>, file: Deno.FsFile): Promise<void> {
  try {
    for await (const block of file.readable) {
      if (!zipper.write(block)) await once(zipper, "drain");
    }
    zipper.end();
  } catch (error) {
    zipper.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
