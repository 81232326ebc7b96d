import type { Context } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { respondWithJson } from "@/lib/http/respond.ts";
import { readAt } from "@/lib/util/fs.ts";

const MAX_LINES = 200;

/** How many bytes at the end of a log are read. */
const MAX_BYTES = 256 * 1024;

/** Responds with the last lines of a log or, without a name, with the logs. @throws {ApiError} `not_found`. */
export async function respondWithLogs(ctx: Context, fileName: string): Promise<Response> {
  const { logFolder } = ctx.state.services;
  const files = (await logFolder.list("")).filter(({ name, type }) => type === "file" && name.endsWith(".log"));
  if (fileName === "") {
    const listed = files.map(({ name, path, type, size, modified }) => ({ name, path, type, size, modified }));
    return respondWithJson(ctx, { files: listed });
  }
  const found = files.find(({ name }) => name === fileName);
  if (found === undefined) throw notFoundError();
  const { file, size, modified } = found;
  return respondWithJson(ctx, { fileName, size, modified, lines: await readLastLines(file, size) });
}

/** Reads the last lines of the first `size` bytes of a file. */
export async function readLastLines(path: string, size: number): Promise<string[]> {
  using file = await Deno.open(path);
  const start = Math.max(0, size - MAX_BYTES);
  const lines = new TextDecoder().decode(await readAt(file, start, size - start)).split("\n");
  // The first line is not complete, because it began before the part that was read.
  if (start > 0) lines.shift();
  if (lines.at(-1) === "") lines.pop();
  return lines.slice(-MAX_LINES);
}
