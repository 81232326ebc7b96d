import { ifNoneMatch } from "@std/http";
import { readHeaderStart } from "@/lib/http/read_header_start.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/**
 * Completes the response of a request: 304 for a caller that has this version, no body for HEAD, and the headers that
 * every response carries. Every response passes here exactly once.
 */
export function finishResponse(ctx: HttpContext, response: Response): Response {
  const { state } = ctx;
  let finished = response;
  if (isNotModified(ctx)) finished = withoutBody(response, 304);
  else if (state.method === "HEAD") finished = withoutBody(response, response.status);
  if (finished !== response) {
    if (finished.status !== 304 && state.bytes !== undefined) finished.headers.set("content-length", `${state.bytes}`);
    state.bytes = 0;
  }
  const { headers } = finished;
  headers.set("access-control-allow-origin", "*");
  // No credentials are used, so the star covers every header; without it a page could read only a few of them.
  headers.set("access-control-expose-headers", "*");
  headers.set("x-content-type-options", "nosniff");
  // A shared cache would send the points of one caller to the others.
  const isShared = headers.get("cache-control")?.startsWith("public") ?? false;
  if (state.rateLimit !== undefined && !isShared) headers.set("ratelimit", state.rateLimit);
  return finished;
}

/** Whether the caller has the response already, so that it gets a 304. */
export function isNotModified({ req, state }: HttpContext): boolean {
  // Only GET and HEAD can be answered with 304: a caller that sends an image wants the result.
  const etag = state.method === "POST" ? undefined : state.etag;
  const known = etag === undefined ? null : readHeaderStart(req, "if-none-match");
  return known !== null && !ifNoneMatch(known, etag);
}

function withoutBody(response: Response, status: number): Response {
  response.body?.cancel();
  return new Response(null, { status, headers: response.headers });
}
