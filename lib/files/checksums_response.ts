import { getOrCreate } from "@/lib/async/lazy.ts";
import type { Digest } from "@/lib/files/checksums.ts";
import type { Files } from "@/lib/files/files.ts";
import { missingFileError, parsePath } from "@/lib/files/served_folder.ts";
import { CHECKSUM_PARAMETERS } from "@/lib/files/parameters.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { REVALIDATE } from "@/lib/http/cache_control.ts";
import { respondWithJson, respondWithTaggedJson } from "@/lib/http/responses.ts";

/** Maximum depth of folders that are searched. */
const MAX_DEPTH = 8;

/** The longest host name in DNS, plus a final dot. */
export const MAX_DOMAIN_CHARACTERS = 254;

/**
 * Responds to `/api/v1/static/cache/{path}` with the SHA-256 of a file, or of every file in a folder. With `?domain=`
 * it responds with the lists and sources that contain a domain.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function respondWithChecksums(ctx: HttpContext, files: Files, path = ""): Promise<Response> {
  const { domain } = parseValues(readQuery(ctx.req), CHECKSUM_PARAMETERS);
  const found = await files.generated.find(parsePath(path));
  if (found === undefined) throw missingFileError();
  using _ = found.type === "file" ? found.file : undefined;
  if (domain !== undefined) {
    const explanation = await (await files.loadLists()).explain(domain, found.path);
    return await respondWithTaggedJson(ctx, { path: found.path, ...explanation }, REVALIDATE);
  }
  if (found.type === "directory") {
    const sums = await getOrCreate(files.folderSums, found.path, () => hashFolder(files, found.path));
    return await respondWithTaggedJson(ctx, { path: found.path, files: sums }, REVALIDATE);
  }
  const { sha256 } = await files.checksums.of(found);
  const entries = await (await files.loadLists()).countEntries(found.path, sha256);
  const { info, modified } = found;
  const fields = { path: found.path, sha256, size: info.size, modified, entries };
  return respondWithJson(ctx, fields, { cache: REVALIDATE, etag: `"${sha256}-sum-${modified}-${entries ?? "none"}"` });
}

// One file after the other: the first call of a day hashes all of them, and other requests need the disk, too.
async function hashFolder(files: Files, folder: string, depth = 0): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const entry of await files.generated.scan(folder)) {
    const { path, info } = entry;
    if (info.isDirectory) {
      if (depth < MAX_DEPTH) Object.assign(sums, await hashFolder(files, path, depth + 1));
      continue;
    }
    const digest = await (files.checksums.getCached(entry) ?? hashFile(files, path));
    // It may have been deleted since it was listed.
    if (digest !== undefined) sums[path] = digest.sha256;
  }
  return sums;
}

async function hashFile(files: Files, path: string): Promise<Digest | undefined> {
  const found = await files.generated.findFile(path);
  if (found === undefined) return undefined;
  using _ = found.file;
  return await files.checksums.of(found);
}
