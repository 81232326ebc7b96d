import { getLogger } from "@logtape/logtape";
import type { Context } from "fresh";
import { SMALL_CHUNKS_POINTS } from "@/lib/access/prices.ts";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { redirectToKind } from "@/lib/content/named/kind_redirect.ts";
import { define, type State } from "@/lib/define.ts";
import { findPath, type Path, toDocumentedPath } from "@/lib/endpoints/paths.ts";
import { unknownPathError } from "@/lib/endpoints/unknown_path.ts";
import { toRequestRecord } from "@/lib/http/request_record.ts";
import { methodNotAllowedError, respondToOptions, toAllow } from "@/lib/http/methods.ts";
import { toApiError } from "@/lib/http/to_api_error.ts";
import { clientAddress, toClient, toNetwork } from "@/lib/http/client_address.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { respondWithError } from "@/lib/http/responses.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { toLoggedPath } from "@/lib/text/redact.ts";
import { createRequestId, createRequestState, requestIdOf } from "@/lib/http/request_state.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";
import { assertShortQuery, assertValidHost, assertValidUrl, pathOf } from "@/lib/http/request_url.ts";
import { assertApp } from "@/lib/launcher/parameters.ts";
import { respondWithErrorOrPage } from "@/lib/page/errors/error_response.tsx";

/** The single entrance and exit: every request is admitted here, and every response, errors included, leaves here. */
export default define.middleware(async (ctx) => {
  const { access, config, traffic, logRequest } = ctx.state.services;
  const address = clientAddress(ctx.req, ctx.info.remoteAddr, config);
  const route = ctx.route === null ? null : toDocumentedPath(ctx.route);
  const caller = { method: ctx.req.method, client: toClient(address), network: toNetwork(address) };
  Object.assign(ctx.state, createRequestState({ ...caller, route }));
  let finished: Response;
  let isAdmitted = false;
  try {
    const path = route === null ? undefined : findPath(route);
    await access.admit(ctx, path);
    isAdmitted = true;
    finished = await finishResponse(ctx, await handle(ctx, path));
  } catch (error) {
    const isCrowded = !isAdmitted && error instanceof ApiError && error.code === "overloaded";
    finished = await finishResponse(ctx, isCrowded ? refuse(ctx, error) : await handleError(ctx, error));
  }
  access.settle(ctx, finished);
  const record = toRequestRecord(ctx, finished.status);
  traffic.add(record);
  logRequest(record);
  return finished;
});

/** Checks the URL and the method, then calls the route. */
async function handle(ctx: Context<State>, path: Path | undefined): Promise<Response> {
  assertValidUrl(ctx.req.url);
  if (!path?.mayHaveLongQuery) assertShortQuery(ctx.req.url);
  // Reading a header takes time, so this is checked only where it matters: behind a proxy, whose rules a path in
  // `Host` could evade, and for paths without a route.
  if (ctx.state.services.config.trustProxy > 0 || path === undefined) assertValidHost(ctx.req);
  if (path === undefined) return await handleOtherPath(ctx);
  const { methods = ["GET"], parameters = {}, mayHaveLongQuery } = path;
  // HEAD works wherever GET does.
  const method = ctx.state.method === "HEAD" ? "GET" : ctx.state.method;
  if (!methods.some((each) => each === method)) {
    const allow = toAllow(methods);
    // A page of another origin must not be able to send a token: ten wrong ones would ban its visitor.
    const isOperatorArea = path.access === "operator";
    if (isOperatorArea) ctx.state.services.access.requireOperatorToken();
    if (method === "OPTIONS") return respondToOptions(ctx.req, { allow, allowsHeaders: !isOperatorArea });
    throw methodNotAllowedError(allow);
  }
  if (ctx.req.url.includes("?") && !mayHaveLongQuery) assertSpelling(readQuery(ctx.req), parameters);
  if (path.access === "operator" && !path.isTokenForm) await authenticate(ctx);
  return await ctx.next();
}

/** Checks the token of the operator. A wrong name of the application is no attempt to guess it. */
async function authenticate(ctx: Context<State>): Promise<void> {
  const { access, config } = ctx.state.services;
  if (ctx.params.app_name !== undefined) assertApp(ctx.params.app_name, config.appName);
  await access.requireOperatorToken().authenticate(ctx);
}

/** Handles a path without a route: a kind of animal in another spelling, a static file, or a mistake. */
async function handleOtherPath(ctx: Context<State>): Promise<Response> {
  const isRead = ctx.state.method === "GET" || ctx.state.method === "HEAD";
  const response = (isRead ? redirectToKind(ctx, ctx.state.services) : undefined) ?? await ctx.next();
  // This is how Fresh responds to a POST of a static file.
  if (response.status === 405) throw methodNotAllowedError();
  return response;
}

/** Refuses one of too many requests that wait. Their headers may be large, so none of them is read. */
function refuse(ctx: Context<State>, error: ApiError): Response {
  ctx.state.isRefused = true;
  ctx.state.requestId = createRequestId();
  ctx.state.services.errorCounts.add(ctx, error);
  return respondWithError(ctx, error);
}

/** The status that nginx uses for a caller that hung up. Nobody receives it; it is for the log. */
const CLIENT_CLOSED_REQUEST = 499;

/** Turns whatever was thrown into a response: the JSON error of the API or, where a person may read it, a page. */
async function handleError(ctx: Context<State>, thrown: unknown): Promise<Response> {
  if (isCallerGone(ctx.req, thrown)) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  const refusal = thrown instanceof ApiError && ["banned", "rate_limited"].includes(thrown.code) ? thrown : undefined;
  ctx.state.isRefused = refusal !== undefined;
  // A banned client can send any number of requests, so they must be cheap: its `x-request-id` is not read.
  if (refusal?.code === "banned") ctx.state.requestId ??= createRequestId();
  const known = toApiError(thrown);
  // Fresh's 404 is about the path. An ApiError that a route throws is about what the path names, such as a file.
  const isUnknownPath = known.code === "not_found" && (ctx.route === null || !(thrown instanceof ApiError));
  const error = isUnknownPath ? unknownPathError(pathOf(ctx.req.url)) : known;
  if (error.cause instanceof SmallChunksError) ctx.state.charge(SMALL_CHUNKS_POINTS);
  if (ctx.state.method === "OPTIONS" && hasOptions(ctx, error)) return respondToOptions(ctx.req);
  ctx.state.services.errorCounts.add(ctx, error);
  if (error.code === "internal_error") logInternalError(ctx, error);
  const { config: links, content: { statusPictures: pictures } } = ctx.state.services;
  try {
    return await respondWithErrorOrPage(ctx, { error, isUnknownPath, pictures, links });
  } catch (failure) {
    logInternalError(ctx, toApiError(failure));
    return respondWithError(ctx, error);
  }
}

function logInternalError(ctx: Context<State>, error: ApiError): void {
  const details = {
    path: toLoggedPath(pathOf(ctx.req.url), ctx.state.route),
    requestId: requestIdOf(ctx),
    error: error.cause ?? error,
  };
  getLogger(["pawkit", "server"]).error("Cannot respond to {path}", details);
}

// Static files have no route, so OPTIONS for one arrives as a 405. `OPTIONS *` is about the service as a whole.
function hasOptions(ctx: Context<State>, { code }: ApiError): boolean {
  return code === "method_not_allowed" || (code === "not_found" && ctx.url.pathname === "/*");
}

// A caller that hangs up is not our error. If it were logged as one, it would hide real errors.
function isCallerGone(req: Request, thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "AbortError" && req.signal.aborted;
}
