import type { Files } from "@/lib/files/files.ts";
import { acquireJsonSlot, reserveFile, respondWithLargeJson } from "@/lib/files/reserve_file.ts";
import { type FoundFile, missingFileError, parsePath } from "@/lib/files/served_folder.ts";
import { readTail } from "@/lib/files/tail.ts";
import { contentTypeOf } from "@/lib/files/content_type.ts";
import { CachePolicy, NO_STORE } from "@/lib/http/cache_control.ts";
import { FileResponse } from "@/lib/http/file_response.ts";
import { LOG_PARAMETERS } from "@/lib/files/parameters.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { respondWithJson } from "@/lib/http/responses.ts";

/** The lines for which `tail` costs a further point, even if it is fewer. They take the main thread about 3 ms. */
export const LINES_PER_POINT = 1000;

/** How a log may be cached: it can have a new line at any time. */
const LOG_CACHE = new CachePolicy({ scope: "public", maxAgeSeconds: 0 });

/**
 * Responds to `/api/v1/static/logs/{fileName}` with the last lines of a log, with the log itself, or without a name
 * with the list of logs.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function respondWithLogs(ctx: HttpContext, files: Files, fileName = ""): Promise<Response> {
  const { tail, raw: isRaw } = parseValues(readQuery(ctx.req), LOG_PARAMETERS);
  const name = parsePath(fileName);
  if (name === "") {
    const entries = await files.logs.list("");
    const listed = entries.filter((entry) => entry.type === "file" && isLogName(entry.name));
    return respondWithJson(ctx, { files: listed });
  }
  if (isRaw) {
    // Without a checksum: the log of today changes all the time, so each request would hash up to LOG_MAX_BYTES again.
    const headers = { "content-type": await contentTypeOf(name) };
    return new FileResponse(await findLog(files, name), {
      cache: LOG_CACHE,
      headers,
      reserve: () => reserveFile(ctx, files),
    });
  }
  ctx.state.charge(Math.ceil(tail / LINES_PER_POINT));
  using _slot = await acquireJsonSlot(ctx, files);
  return await respondWithTail(ctx, files, { name, tail });
}

async function respondWithTail(
  ctx: HttpContext,
  files: Files,
  { name, tail }: { readonly name: string; readonly tail: number },
): Promise<Response> {
  const found = await findLog(files, name);
  using _ = found.file;
  const { lines, isTruncated } = await readTail(found.file, found.info.size, tail);
  const total = await files.lineCounts.of(found);
  const fields = { fileName: name, size: found.info.size, modified: found.modified, lines, total };
  const shown = isTruncated ? { ...fields, truncated: true } : fields;
  return respondWithLargeJson(ctx, files, { fields: shown, cache: NO_STORE });
}

async function findLog(files: Files, name: string): Promise<FoundFile> {
  const found = isLogName(name) ? await files.logs.findFile(name) : undefined;
  if (found === undefined) throw missingFileError();
  return found;
}

function isLogName(path: string): boolean {
  return path.endsWith(".log") && !path.includes("/");
}
