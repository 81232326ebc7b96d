import { contentType } from "@std/media-types";
import { extname } from "@std/path";
import type { Context } from "@/lib/define.ts";
import { respondFrom, type ResponseOptions, toEtag } from "@/lib/http/respond.ts";

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

/**
 * Responds with a file as it is. Its entity tag follows from its name, its size and its time. Its bytes pass the gate for
 * sending, because slow readers of many files would fill the memory.
 */
export function respondWithFile(
  ctx: Context,
  { path, size, modified }: ServedFile,
  options: ResponseOptions = {},
): Promise<Response> {
  const etag = toEtag(path, `${size} ${modified.getTime()}`);
  const complete = { mediaType: mediaTypeOf(path), cache: "minute", etag, ...options } as const;
  return respondFrom(ctx, complete, () => Deno.readFile(path));
}
