import type { Files } from "@/lib/files/mod.ts";
import { parsePath } from "@/lib/files/paths.ts";
import { answerRaw } from "@/lib/files/raw.ts";
import { toIso } from "@/lib/files/root.ts";
import { readTail } from "@/lib/files/tail.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { parseFlag, parseInteger } from "@/lib/http/parameters.ts";

/** How many of the last lines are answered. */
export const TAIL_LINES = { min: 1, max: 5000, fallback: 200 } as const;

/**
 * Answers `/api/v1/static/logs/{fileName}`: the last lines of a log, the log itself, or without a name the logs there are.
 *
 * @throws {ApiError} `not_found`, `invalid_parameter`
 */
export async function answerLogs(ctx: HttpContext, files: Files, fileName = ""): Promise<Response> {
  const isRaw = parseFlag(ctx.url.searchParams, "raw");
  const tail = parseInteger(ctx.url.searchParams, "tail", TAIL_LINES);
  const { root, checksums, lineCounts } = files.logs;
  const name = parsePath(fileName);
  if (name === "") return respondWithJson(ctx, { files: (await root.list("")).filter(isLog) });
  if (name.includes("/") || !name.endsWith(".log")) throw notFoundError();
  const found = await root.findFile(name);
  if (isRaw) return await answerRaw(ctx.req, { root, checksums, found });
  using _ = found.file;
  const { lines, truncated } = await readTail(found.file, found.info.size, tail);
  const total = await lineCounts.of(found);
  const fields = { fileName: name, size: found.info.size, modified: toIso(found.info), lines, total };
  return respondWithJson(ctx, truncated ? { ...fields, truncated } : fields);
}

function isLog({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return type === "file" && name.endsWith(".log");
}
