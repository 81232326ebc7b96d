import { isPreconditionFailed, isUnchanged } from "@/lib/http/conditions.ts";
import { preconditionFailedError } from "@/lib/http/errors.ts";
import { FileResponse } from "@/lib/http/file_response.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/**
 * Completes the response of a request: what the caller asked for, and the headers that every response carries. Every
 * response, also that of an error, passes here exactly once.
 *
 * @throws {ApiError} `precondition_failed` or `range_not_satisfiable`, for a file.
 */
export async function finishResponse(ctx: HttpContext, response: Response): Promise<Response> {
  const finished = await select(ctx, response);
  const { headers } = finished;
  headers.set("access-control-allow-origin", "*");
  // No credentials are used, so the star covers every header; without it a page could read only a few of them.
  headers.set("access-control-expose-headers", "*");
  headers.set("x-content-type-options", "nosniff");
  // A shared cache would send the points of one caller to the others.
  const isShared = headers.get("cache-control")?.startsWith("public") ?? false;
  const { rateLimit } = ctx.state;
  if (rateLimit !== undefined && !isShared) headers.set("ratelimit", rateLimit);
  return finished;
}

/** Whether the caller has the response already, so that it gets a 304. */
export function isNotModified({ req, state }: HttpContext, { headers }: Pick<Response, "headers">): boolean {
  // Only GET and HEAD can be answered with 304: a caller that sends an image wants the result.
  return state.method !== "POST" && isUnchanged(req, headers);
}

// Returns what the caller asked for: nothing new (304), only the headers, ranges of a file, or all of it.
async function select(ctx: HttpContext, response: Response): Promise<Response> {
  const isFile = response instanceof FileResponse;
  try {
    if (isFile && isPreconditionFailed(ctx.req, response.headers)) throw preconditionFailedError();
    if (isNotModified(ctx, response)) return withoutBody(ctx, response, 304);
    if (ctx.state.method === "HEAD") return withoutBody(ctx, response, response.status);
    return isFile ? await response.select(ctx.req) : response;
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
