import type { Files } from "@/lib/files/files.ts";
import { respondWithRawFile } from "@/lib/files/raw_response.ts";
import { acquireJsonSlot, respondWithLargeJson } from "@/lib/files/reserve_file.ts";
import { type FoundFile, type FoundFolder, missingFileError, parsePath } from "@/lib/files/served_folder.ts";
import { readAt } from "@/lib/fs/read_at.ts";
import { contentTypeOf } from "@/lib/files/content_type.ts";
import { GENERATED_PARAMETERS } from "@/lib/files/parameters.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { cacheWithOrigin, REVALIDATE } from "@/lib/http/cache_control.ts";
import { respondWithTaggedJson } from "@/lib/http/responses.ts";

/** The largest file whose content is part of the JSON response; larger ones are streamed from their `raw` URL. */
export const MAX_CONTENT_BYTES = 1024 * 1024;

/**
 * Responds to `/api/v1/static/generated/{path}` with the description and content of a file, with the file itself, or
 * with the listing of a folder.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function respondWithGenerated(ctx: HttpContext, files: Files, path = ""): Promise<Response> {
  const { raw: isRaw } = parseValues(readQuery(ctx.req), GENERATED_PARAMETERS);
  const name = parsePath(path);
  if (!isRaw) {
    using _slot = await acquireJsonSlot(ctx, files);
    return await respondWithDescription(ctx, files, name);
  }
  const found = await find(files, name);
  return found.type === "directory"
    ? await respondWithFolder(ctx, files, found)
    : await respondWithRawFile(ctx, files, found);
}

async function find(files: Files, path: string): Promise<FoundFile | FoundFolder> {
  const found = await files.generated.find(path);
  if (found === undefined) throw missingFileError();
  return found;
}

async function respondWithFolder(ctx: HttpContext, files: Files, found: FoundFolder): Promise<Response> {
  const fields = { ...found, files: await files.generated.list(found.path) };
  return await respondWithTaggedJson(ctx, fields, REVALIDATE);
}

async function respondWithDescription(ctx: HttpContext, files: Files, path: string): Promise<Response> {
  const found = await find(files, path);
  if (found.type === "directory") return await respondWithFolder(ctx, files, found);
  using _ = found.file;
  const { sha256 } = await files.checksums.of(found);
  const content = await readText(found);
  const origin = publicOrigin(ctx, files.address);
  const fields = {
    path: found.path,
    type: found.type,
    size: found.info.size,
    modified: found.modified,
    mediaType: (await contentTypeOf(found.path)).replace(/;.*/, ""),
    sha256,
    ...(content === undefined ? { truncated: true } : { content }),
    raw: toRawUrl(origin, found.path),
  };
  // With the origin, because a shared cache would otherwise confirm a response that has the URL of another host.
  const etag = `"${sha256}-json-${found.modified}-${origin}"`;
  return respondWithLargeJson(ctx, files, { fields, cache: cacheWithOrigin(REVALIDATE, files.address), etag });
}

/** Responds to `/generated/{path}`, the plain URL of a file, with the file itself. @throws {ApiError} `not_found` */
export async function respondWithGeneratedFile(ctx: HttpContext, files: Files, path = ""): Promise<Response> {
  const found = await files.generated.findFile(parsePath(path));
  if (found === undefined) throw missingFileError();
  return await respondWithRawFile(ctx, files, found);
}

async function readText({ file, info }: FoundFile): Promise<string | undefined> {
  if (info.size > MAX_CONTENT_BYTES) return undefined;
  const bytes = new Uint8Array(info.size);
  const got = await readAt(file, bytes, 0);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, got));
  } catch {
    // JSON can contain only text; other files are available at their raw URL.
    return undefined;
  }
}

function toRawUrl(origin: string, path: string): string {
  return `${origin}/api/v1/static/generated/${path.split("/").map(encodeURIComponent).join("/")}?raw=1`;
}
