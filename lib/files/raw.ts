import { acceptsEncodings } from "@std/http";
import { serveFile } from "@std/http/file-server";
import type { Checksums } from "@/lib/files/checksums.ts";
import { contentTypeOf } from "@/lib/files/media_types.ts";
import type { FoundFile, Root } from "@/lib/files/root.ts";
import { findTwin } from "@/lib/files/gzip_variant.ts";
import { toApiErrorFromStatus } from "@/lib/http/request_checks.ts";

/** `cache-control` of what may be kept and must be asked for again: a script wants to know whether a list changed. */
export const REVALIDATE = "public, no-cache";

/** A file to be sent as it is, and where its twin and its checksum come from. */
export interface RawOptions {
  readonly root: Root;
  readonly checksums: Checksums;
  readonly found: FoundFile;
}

/**
 * Streams a file itself, or its gzip twin to a caller that takes gzip. The entity tag is the SHA-256 of what is sent.
 *
 * @throws {ApiError} `range_not_satisfiable`, `precondition_failed`
 */
export async function answerRaw(req: Request, options: RawOptions): Promise<Response> {
  const { found, checksums } = options;
  const twin = await chooseTwin(req, options);
  const sent = twin ?? found;
  if (twin !== undefined) found.file.close();
  const { sha256 } = await closingOnFailure(sent, checksums.of(sent));
  const type = await closingOnFailure(sent, contentTypeOf(found.path));
  const response = await serveFile(req, found.path, {
    file: sent.file,
    // Both forms are as old as the file itself.
    fileInfo: { ...sent.info, mtime: found.info.mtime },
    etag: `"${sha256}"`,
    headers: {
      "content-type": type,
      "cache-control": REVALIDATE,
      "vary": "accept-encoding",
      "repr-digest": `sha-256=:${Uint8Array.fromHex(sha256).toBase64()}:`,
      ...(twin === undefined ? {} : { "content-encoding": "gzip" }),
    },
  });
  const refusal = toApiErrorFromStatus(response);
  if (refusal !== undefined) throw refusal;
  return response;
}

async function chooseTwin(req: Request, { root, checksums, found }: RawOptions): Promise<FoundFile | undefined> {
  const accepted = req.headers.get("accept-encoding");
  if (accepted === null || acceptsEncodings(req, "gzip", "identity") !== "gzip") return undefined;
  const digest = await closingOnFailure(found, checksums.of(found));
  // Who already holds the plain form is told that it still stands, instead of being sent the other one.
  if (req.headers.get("if-none-match")?.includes(`"${digest.sha256}"`)) return undefined;
  return await closingOnFailure(found, findTwin(root, found, digest));
}

async function closingOnFailure<T>(found: FoundFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    found.file.close();
    throw error;
  }
}
