import type { Files } from "@/lib/files/files.ts";
import { reserveFile } from "@/lib/files/reserve_file.ts";
import { type FoundFile, toGzipPath } from "@/lib/files/served_folder.ts";
import { readAt } from "@/lib/fs/read_at.ts";
import { CONTENT_SECURITY, isDocumentType } from "@/lib/http/content_security.ts";
import { contentTypeOf } from "@/lib/files/content_type.ts";
import { FileResponse } from "@/lib/http/file_response.ts";
import { chooseEncoding } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { REVALIDATE } from "@/lib/http/cache_control.ts";

/** The end of every gzip file (RFC 1952): CRC-32 and length of the content, 4 bytes each, little endian. */
const TRAILER_BYTES = 8;

/** Responds with a file, or its gzip variant to a caller that prefers gzip. The entity tag is the SHA-256 of either. */
export async function respondWithRawFile(ctx: HttpContext, files: Files, found: FoundFile): Promise<Response> {
  using opened = new DisposableStack();
  opened.use(found.file);
  const variant = await findGzipVariant(ctx.req, files, found);
  if (variant !== undefined) opened.use(variant.file);
  const sent = variant ?? found;
  const { sha256 } = await files.checksums.of(sent);
  const type = await contentTypeOf(found.path);
  // The response closes the file that it sends.
  opened.move();
  if (variant !== undefined) found.file.close();
  // The gzip variant is sent with the modification time of the plain file.
  return new FileResponse({ file: sent.file, info: { size: sent.info.size, mtime: found.info.mtime } }, {
    etag: `"${sha256}"`,
    cache: REVALIDATE,
    reserve: () => reserveFile(ctx, files),
    headers: {
      "content-type": type,
      "vary": "accept-encoding",
      "repr-digest": `sha-256=:${Uint8Array.fromHex(sha256).toBase64()}:`,
      ...(variant === undefined ? {} : { "content-encoding": "gzip" }),
      ...(isDocumentType(type) ? CONTENT_SECURITY.file : {}),
    },
  });
}

async function findGzipVariant(req: Request, files: Files, found: FoundFile): Promise<FoundFile | undefined> {
  if (chooseEncoding(req, ["gzip"]) === undefined) return undefined;
  const variant = await found.folder.findFile(toGzipPath(found.path));
  if (variant === undefined) return undefined;
  using opened = new DisposableStack();
  opened.use(variant.file);
  const { crc32 } = await files.checksums.of(found);
  // A variant of older content must not be sent.
  if (!await hasTrailer(variant, { crc32, size: found.info.size })) return undefined;
  opened.move();
  return variant;
}

async function hasTrailer({ file, info }: FoundFile, content: { crc32: number; size: number }): Promise<boolean> {
  const trailer = new Uint8Array(TRAILER_BYTES);
  const start = info.size - TRAILER_BYTES;
  if (start < 0 || await readAt(file, trailer, start) < TRAILER_BYTES) return false;
  const view = new DataView(trailer.buffer);
  return view.getUint32(0, true) === content.crc32 && view.getUint32(4, true) === content.size % 2 ** 32;
}
