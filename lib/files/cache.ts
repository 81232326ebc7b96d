import type { Files } from "@/lib/files/mod.ts";
import { parsePath } from "@/lib/files/paths.ts";
import { REVALIDATE } from "@/lib/files/raw.ts";
import { type Entry, type FoundFile, toIso } from "@/lib/files/root.ts";
import { respond, respondWithJson } from "@/lib/http/responses.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { invalidParameterError, parseText } from "@/lib/http/parameters.ts";

/** Folders within folders that are walked through. */
const MAX_DEPTH = 8;

/** The longest name the domain system has, with room for a final dot. */
const MAX_DOMAIN_CHARACTERS = 254;

/**
 * Answers `/api/v1/static/cache/{path}`: the SHA-256 of a file, of every file of a folder, or with `?domain=` which
 * lists and sources contain a domain.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function answerCache(ctx: HttpContext, files: Files, path = ""): Promise<Response> {
  const domain = parseText(ctx.url.searchParams, "domain", MAX_DOMAIN_CHARACTERS);
  const { root } = files.generated;
  const found = await root.find(parsePath(path));
  if (found.type === "file") {
    using _ = found.file;
    return domain === undefined
      ? await answerFile(ctx, files, found)
      : await answerDomain(ctx, files, domain, found.path);
  }
  if (domain !== undefined) return await answerDomain(ctx, files, domain, found.path);
  return respondWithJson(ctx, { path: found.path, files: await sumFolder(files, found.path) }, REVALIDATE);
}

async function answerFile(ctx: HttpContext, files: Files, found: FoundFile): Promise<Response> {
  const { sha256 } = await files.generated.checksums.of(found);
  const lists = await files.loadLists();
  const entries = await lists.countEntries(found.path, sha256);
  const fields = { path: found.path, sha256, size: found.info.size, modified: toIso(found.info), entries };
  const body = JSON.stringify({ success: true, status: 200, ...fields });
  const etag = `"${sha256}-sum-${fields.modified}"`;
  return respond(ctx, body, { type: "application/json", cache: REVALIDATE, etag });
}

async function answerDomain(ctx: HttpContext, files: Files, text: string, path: string): Promise<Response> {
  const lists = await files.loadLists();
  const domain = lists.parseDomain(text);
  if (domain === undefined) throw invalidParameterError("domain", text, "must be a host name such as ads.example.com");
  return respondWithJson(ctx, { path, ...await lists.explain(domain, path) }, REVALIDATE);
}

// One file after the other: the first call of a day hashes them all, and must leave the disk to others as well.
async function sumFolder(files: Files, path: string, depth = 0): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const entry of await files.generated.root.list(path)) {
    if (entry.type === "file") Object.assign(sums, await sumEntry(files, entry));
    if (entry.type === "directory" && depth < MAX_DEPTH) {
      Object.assign(sums, await sumFolder(files, entry.path, depth + 1));
    }
  }
  return sums;
}

async function sumEntry(files: Files, entry: Entry): Promise<Record<string, string>> {
  try {
    const found = await files.generated.root.findFile(entry.path);
    using _ = found.file;
    return { [entry.path]: (await files.generated.checksums.of(found)).sha256 };
  } catch (error) {
    // Deleted since it was listed.
    if (error instanceof ApiError && error.code === "not_found") return {};
    throw error;
  }
}
