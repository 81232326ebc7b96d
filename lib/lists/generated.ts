import { fromFileUrl } from "@std/path";
import type { Context } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { respondWithJson, respondWithLargeJson } from "@/lib/http/respond.ts";
import { mediaTypeOf, respondWithFile } from "@/lib/http/send_file.ts";
import { Checksums } from "@/lib/lists/checksums.ts";
import { findLists } from "@/lib/lists/lookup.ts";
import { type Entry, ServedFolder } from "@/lib/util/served_folder.ts";

/** The largest file whose content is part of the JSON. A larger one has an address instead. */
const MAX_CONTENT_BYTES = 1024 * 1024;

/** The block lists: the lists of the operator or, if there are none, the sample. */
export class ListFiles {
  readonly checksums = new Checksums();
  readonly #own: ServedFolder;
  readonly #sample = new ServedFolder(fromFileUrl(new URL("../../static/generated", import.meta.url)));

  /** The folder may be missing. */
  constructor(folder: string) {
    this.#own = new ServedFolder(folder);
  }

  /** Returns the folder with the lists. It is looked up for each request because a task may write it at any time. */
  async folder(): Promise<ServedFolder> {
    return (await this.#own.list("")).length > 0 ? this.#own : this.#sample;
  }
}

/** Responds to `/api/v1/static/generated/{path}`. @throws {ApiError} `not_found`. */
export async function respondWithGenerated(ctx: Context, path: string): Promise<Response> {
  const { lists } = ctx.state.services;
  const { folder, entry } = await find(lists, path);
  const { type, size } = entry;
  if (type === "directory") {
    const files = (await folder.list(entry.path)).map(toListed);
    return respondWithJson(ctx, { path: entry.path, type, files }, { cache: "minute" });
  }
  const content = size > MAX_CONTENT_BYTES ? undefined : await readContent(entry);
  const raw = `${ctx.state.origin}/generated/${entry.path.split("/").map(encodeURIComponent).join("/")}`;
  const fields = {
    path: entry.path,
    type,
    size,
    modified: entry.modified,
    mediaType: mediaTypeOf(entry.name).replace(/;.*/, ""),
    sha256: await lists.checksums.of(entry),
    ...(content === undefined ? { truncated: true, raw } : { content }),
  };
  return await respondWithLargeJson(ctx, fields, { cache: "minute", hasOrigin: content === undefined });
}

/** Responds to `/generated/{path}` with the file itself. @throws {ApiError} `not_found`. */
export async function respondWithGeneratedFile(ctx: Context, path: string): Promise<Response> {
  const { entry } = await find(ctx.state.services.lists, path);
  if (entry.type === "directory") throw notFoundError();
  const { file, size, modified } = entry;
  return await respondWithFile(ctx, { path: file, size, modified });
}

/** Responds to `/api/v1/static/cache/{path}`. @throws {ApiError} `not_found`. */
export async function respondWithChecksums(
  ctx: Context,
  { path, domain }: { readonly path: string; readonly domain?: string | undefined },
): Promise<Response> {
  const { lists } = ctx.state.services;
  const { folder, entry } = await find(lists, path);
  const options = { cache: "minute" } as const;
  if (domain !== undefined) {
    const found = await findLists(folder, domain, entry.path);
    return respondWithJson(ctx, { path: entry.path, domain, blocked: found.length > 0, lists: found }, options);
  }
  if (entry.type === "directory") {
    const files = await lists.checksums.ofFolder(folder, entry.path);
    return respondWithJson(ctx, { path: entry.path, files }, options);
  }
  const { size, modified } = entry;
  return respondWithJson(ctx, { path: entry.path, sha256: await lists.checksums.of(entry), size, modified }, options);
}

async function find(lists: ListFiles, path: string): Promise<{ folder: ServedFolder; entry: Entry }> {
  const folder = await lists.folder();
  const entry = await folder.find(path);
  if (entry === undefined) throw notFoundError();
  return { folder, entry };
}

function toListed({ name, path, type, size, modified }: Entry) {
  return { name, path, type, size, modified };
}

/** Returns the parsed document or the text of a file, or `undefined` if it is neither. */
async function readContent({ file, name }: Entry): Promise<unknown> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await Deno.readFile(file));
    return name.endsWith(".json") ? parseJson(text) : text;
  } catch (error) {
    // Only text can be part of JSON.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
