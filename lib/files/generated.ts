import { readAt } from "@/lib/files/blocks.ts";
import type { Files } from "@/lib/files/mod.ts";
import { mediaTypeOf } from "@/lib/files/media_types.ts";
import { parsePath } from "@/lib/files/paths.ts";
import { answerRaw, REVALIDATE } from "@/lib/files/raw.ts";
import { type FoundFile, toIso } from "@/lib/files/root.ts";
import { respond, respondWithJson } from "@/lib/http/responses.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { parseFlag } from "@/lib/http/parameters.ts";

/** A larger file does not fit into a JSON answer: it is streamed from its `raw` address. */
export const MAX_CONTENT_BYTES = 1024 * 1024;

/**
 * Answers `/api/v1/static/generated/{path}`: a file's description and content, a folder's listing, or the file itself.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function answerGenerated(ctx: HttpContext, files: Files, path = ""): Promise<Response> {
  const isRaw = parseFlag(ctx.url.searchParams, "raw");
  const { root, checksums } = files.generated;
  const found = await root.find(parsePath(path));
  if (found.type === "directory") {
    return respondWithJson(ctx, { ...found, files: await root.list(found.path) }, REVALIDATE);
  }
  if (isRaw) return await answerRaw(ctx.req, { root, checksums, found });
  using _ = found.file;
  const fields = await describeFile(found, files);
  const body = JSON.stringify({ success: true, status: 200, ...fields, raw: toRawUrl(ctx.req, files, found.path) });
  const etag = `"${fields.sha256}-json-${fields.modified}"`;
  return respond(ctx, body, { type: "application/json", cache: REVALIDATE, etag });
}

interface FileFields {
  readonly path: string;
  readonly type: "file";
  readonly size: number;
  readonly modified: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly content?: string;
  readonly truncated?: true;
}

async function describeFile(found: FoundFile, files: Files): Promise<FileFields> {
  const { sha256 } = await files.generated.checksums.of(found);
  const { path, type, info } = found;
  const fields = { path, type, size: info.size, modified: toIso(info), mediaType: await mediaTypeOf(path), sha256 };
  const content = await readText(found);
  return content === undefined ? { ...fields, truncated: true } : { ...fields, content };
}

async function readText({ file, info }: FoundFile): Promise<string | undefined> {
  if (info.size > MAX_CONTENT_BYTES) return undefined;
  const bytes = new Uint8Array(info.size);
  const got = await readAt(file, bytes, 0);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, got));
  } catch {
    // What is no text cannot stand in JSON; its raw address has it.
    return undefined;
  }
}

function toRawUrl(req: Request, files: Files, path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return `${files.originOf(req)}/api/v1/static/generated/${escaped}?raw=1`;
}
