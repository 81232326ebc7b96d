import type { Context } from "fresh";
import { define, type State } from "@/lib/define.ts";
import { clientKey, isApiUrl } from "@/lib/http/client_address.ts";
import { respondToOptions, respondWithError, setStandardHeaders } from "@/lib/http/responses.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import { initRequestState } from "@/lib/http/request_state.ts";
import { assertReadOnly, assertValidRequest, toApiError, toApiErrorFromStatus } from "@/lib/http/request_checks.ts";

/** Every request enters here; every answer, failures included, leaves here with the headers that all of them carry. */
function guard(ctx: Context<State>): Response | Promise<Response> {
  const { config, operator } = ctx.state.services;
  initRequestState(ctx, clientKey(ctx.req, ctx.info.remoteAddr, config));
  try {
    // In memory it is decided at once: a promise that is not needed would cost every request.
    const admission = operator.admit(ctx);
    if (admission !== undefined) return admission.then(() => enter(ctx), (thrown) => fail(ctx, thrown));
  } catch (thrown) {
    return fail(ctx, thrown);
  }
  return enter(ctx);
}

function enter(ctx: Context<State>): Response | Promise<Response> {
  try {
    return answerNext(ctx);
  } catch (thrown) {
    return fail(ctx, thrown);
  }
}

function answerNext(ctx: Context<State>): Response | Promise<Response> {
  assertValidRequest(ctx.req, ctx.state.method);
  if (ctx.route !== null) {
    if (ctx.state.method === "OPTIONS") return finish(ctx, respondToOptions(ctx));
    assertReadOnly(ctx.state.method);
  }
  const answered = ctx.next();
  if (answered instanceof Response) return finish(ctx, answered);
  return answered.then((response) => finish(ctx, response), (thrown) => fail(ctx, thrown));
}

function finish(ctx: Context<State>, response: Response): Response {
  const { operator } = ctx.state.services;
  if (ctx.state.isDressed) return operator.note(ctx, response);
  const refusal = toApiErrorFromStatus(response);
  return refusal === undefined ? operator.note(ctx, setStandardHeaders(response, ctx.state)) : fail(ctx, refusal);
}

function fail(ctx: Context<State>, thrown: unknown): Response {
  if (hasLeft(ctx.req, thrown)) return finish(ctx, new Response(null, { status: CLIENT_CLOSED_REQUEST }));
  const error = toApiError(thrown);
  if (ctx.state.method === "OPTIONS" && hasOptions(ctx, error.code)) return finish(ctx, respondToOptions(ctx));
  // Elsewhere a person reads: _404.tsx and _error.tsx, further out, answer with a page.
  const isPage = thrown !== error && isForPeople(error.code) && !isApiUrl(ctx.req.url);
  const response = isPage ? undefined : respondWithError(ctx, error);
  ctx.state.services.operator.recordError(ctx, error);
  if (response === undefined) throw thrown;
  return response;
}

/** What nginx calls it; nobody is there to read it, it is for the log. */
const CLIENT_CLOSED_REQUEST = 499;

// A caller who hangs up is no fault of ours: as one, it would fill the log and push true ones out of it.
function hasLeft(req: Request, thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "AbortError" && req.signal.aborted;
}

// Of a file in static/ only who serves it knows that it is there; "OPTIONS *" asks about the service as a whole.
function hasOptions(ctx: Context<State>, code: ErrorCode): boolean {
  return code === "method_not_allowed" || (code === "not_found" && ctx.url.pathname === "/*");
}

function isForPeople(code: ErrorCode): boolean {
  return code === "not_found" || code === "internal_error";
}

// The mark is for lib/fresh: what is answered at once goes out without a promise. Fresh itself does not know it.
export default Object.assign(define.middleware(guard), { takesResponse: true });
