import type { Checksums } from "@/lib/files/checksums.ts";
import { CONTENT_SECURITY, isDocumentType } from "@/lib/http/content_security.ts";
import type { FoundFile, Root } from "@/lib/files/root.ts";
import { chooseEncoding, toGzipPath } from "@/lib/http/negotiation.ts";
import { readAt } from "@/lib/fs/read_at.ts";
import { contentTypeOf, serveFile } from "@/lib/http/serve_file.ts";

/** `cache-control` of files: clients may store them but must revalidate, because a script must see a changed list. */
export const REVALIDATE = "public, no-cache";

/** The end of every gzip file (RFC 1952): CRC-32 and length of the content, 4 bytes each, little endian. */
const TRAILER_BYTES = 8;

/** Options of {@linkcode respondWithFile}. */
export interface RawOptions {
  readonly root: Root;
  readonly checksums: Checksums;
  readonly found: FoundFile;
}

/**
 * Streams a file, or its gzip variant to a caller that prefers gzip. The entity tag is the SHA-256 of the bytes sent.
 *
 * @throws {ApiError} `range_not_satisfiable`, `precondition_failed`
 */
export async function respondWithFile(req: Request, options: RawOptions): Promise<Response> {
  const { found, checksums } = options;
  const variant = await closeOnError(found, findGzipVariant(req, options));
  if (variant !== undefined) found.file.close();
  const sent = variant ?? found;
  const { sha256 } = await closeOnError(sent, checksums.of(sent));
  const type = await closeOnError(sent, contentTypeOf(found.path));
  return await serveFile(req, found.path, {
    file: sent.file,
    // The gzip variant is sent with the modification time of the plain file.
    fileInfo: { ...sent.info, mtime: found.info.mtime },
    etag: `"${sha256}"`,
    headers: {
      "content-type": type,
      "cache-control": REVALIDATE,
      "vary": "accept-encoding",
      "repr-digest": `sha-256=:${Uint8Array.fromHex(sha256).toBase64()}:`,
      ...(variant === undefined ? {} : { "content-encoding": "gzip" }),
      ...(isDocumentType(type) ? CONTENT_SECURITY.file : {}),
    },
  });
}

async function findGzipVariant(req: Request, { root, checksums, found }: RawOptions): Promise<FoundFile | undefined> {
  if (chooseEncoding(req, ["gzip"]) === undefined) return undefined;
  const { sha256, crc32 } = await checksums.of(found);
  // A caller that already has the plain file gets a 304 for it instead of the other variant.
  if (req.headers.get("if-none-match")?.includes(`"${sha256}"`)) return undefined;
  const variant = await root.findFile(toGzipPath(found.path));
  if (variant === undefined) return undefined;
  // A variant of older content must not be sent.
  if (await closeOnError(variant, hasTrailer(variant, { crc32, size: found.info.size }))) return variant;
  variant.file.close();
  return undefined;
}

async function hasTrailer({ file, info }: FoundFile, content: { crc32: number; size: number }): Promise<boolean> {
  const trailer = new Uint8Array(TRAILER_BYTES);
  const start = info.size - TRAILER_BYTES;
  if (start < 0 || await readAt(file, trailer, start) < TRAILER_BYTES) return false;
  const view = new DataView(trailer.buffer);
  return view.getUint32(0, true) === content.crc32 && view.getUint32(4, true) === content.size % 2 ** 32;
}

async function closeOnError<T>({ file }: FoundFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    file.close();
    throw error;
  }
}
