import { contentType } from "@std/media-types";
import { extname } from "@std/path";
import type { Context } from "@/lib/define.ts";
import { isUnchanged, respondWithBytes, type ResponseOptions, toEtag } from "@/lib/http/respond.ts";

/** A file that may be sent. */
export interface ServedFile {
  /** Where it is on the disk. */
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
}

/** Returns the media type of a file, from its name. */
export function mediaTypeOf(path: string): string {
  return contentType(extname(path)) ?? "text/plain; charset=utf-8";
}

/** Responds with a file as it is. Its entity tag follows from its name, its size and its time. */
export async function respondWithFile(
  ctx: Context,
  file: ServedFile,
  options: ResponseOptions = {},
): Promise<Response> {
  const { path, size, modified } = file;
  const etag = toEtag(path, `${size} ${modified.getTime()}`);
  const complete = { mediaType: mediaTypeOf(path), cache: "minute", etag, ...options } as const;
  // This response has no body, so the file need not be opened.
  if (isUnchanged(ctx, etag)) return respondWithBytes(ctx, null, withLength(complete, size));
  const { readable } = await Deno.open(path);
  return respondWithBytes(ctx, readable, withLength(complete, size));
}

function withLength(options: ResponseOptions, size: number): ResponseOptions {
  return { ...options, headers: { "content-length": `${size}`, ...options.headers } };
}
