import { ifMatch, ifNoneMatch } from "@std/http";
import { preconditionFailedError } from "@/lib/http/errors.ts";
import { FileResponse } from "@/lib/http/file_response.ts";
import { readHeaderStart } from "@/lib/http/headers.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/**
 * Completes the response of a request: what the caller asked for, and the headers that every response carries. Every
 * response, also that of an error, passes here exactly once.
 *
 * @throws {ApiError} `precondition_failed` or `range_not_satisfiable`, for a file.
 */
export async function finishResponse(ctx: HttpContext, response: Response): Promise<Response> {
  const finished = await toRequested(ctx, response);
  const { headers } = finished;
  headers.set("access-control-allow-origin", "*");
  // No credentials are used, so the star covers every header; without it a page could read only a few of them.
  headers.set("access-control-expose-headers", "*");
  headers.set("x-content-type-options", "nosniff");
  return finished;
}

/** Whether the caller has the response already, so that it gets a 304. */
export function isNotModified({ req, state }: HttpContext, { headers }: Pick<Response, "headers">): boolean {
  // Only GET and HEAD can be answered with 304: a caller that sends an image wants the result.
  return state.method !== "POST" && isUnchanged(req, headers);
}

// Returns what the caller asked for: nothing new (304), only the headers, ranges of a file, or all of it.
async function toRequested(ctx: HttpContext, response: Response): Promise<Response> {
  const isFile = response instanceof FileResponse;
  try {
    if (isFile && isPreconditionFailed(ctx.req, response.headers)) throw preconditionFailedError();
    if (isNotModified(ctx, response)) return withoutBody(ctx, response, 304);
    if (ctx.state.method === "HEAD") return withoutBody(ctx, response, response.status);
    if (!isFile) return response;
    const selected = await response.selectRanges(ctx.req);
    ctx.state.bytes = Number(selected.headers.get("content-length"));
    return selected;
  } catch (error) {
    // Closes the file.
    await response.body?.cancel();
    throw error;
  }
}

function withoutBody({ state }: HttpContext, response: Response, status: number): Response {
  response.body?.cancel();
  const bodiless = new Response(null, { status, headers: response.headers });
  if (status === 304) bodiless.headers.delete("content-length");
  else if (state.bytes !== undefined) bodiless.headers.set("content-length", String(state.bytes));
  state.bytes = 0;
  return bodiless;
}

/** Whether the caller has this version already. The tag decides if the caller sends one, otherwise the time. */
function isUnchanged(req: Request, validators: Headers): boolean {
  const etag = validators.get("etag");
  const tags = etag === null ? null : readHeaderStart(req, "if-none-match");
  if (etag !== null && tags !== null) return !ifNoneMatch(tags, etag);
  const modified = timeOf(validators.get("last-modified"));
  return modified !== undefined && modified <= (timeOf(readHeaderStart(req, "if-modified-since")) ?? -Infinity);
}

/** Whether the caller wants another version than this one, or none if it has changed. */
function isPreconditionFailed(req: Request, validators: Headers): boolean {
  const tags = readHeaderStart(req, "if-match");
  if (tags !== null) return !ifMatch(tags, validators.get("etag") ?? undefined);
  const modified = timeOf(validators.get("last-modified")) ?? -Infinity;
  return modified > (timeOf(readHeaderStart(req, "if-unmodified-since")) ?? Infinity);
}

// An invalid date counts as absent (RFC 9110, section 13.1.3).
function timeOf(text: string | null): number | undefined {
  const time = text === null ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
