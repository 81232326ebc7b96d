import { admit, isOperatorRoute } from "@/lib/access/admit.ts";
import { type Context, define } from "@/lib/define.ts";
import { clientAddress, toClient, toNetwork } from "@/lib/http/client_address.ts";
import { type ApiError, toApiError } from "@/lib/http/errors.ts";
import { finish } from "@/lib/http/finish.ts";
import { preferredForm } from "@/lib/http/negotiation.ts";
import { assertValidUrl, publicOrigin, queryOf } from "@/lib/http/request_url.ts";
import { respondToOptions, respondWithError } from "@/lib/http/respond.ts";
import { createRequestId, toDocumentedRoute } from "@/lib/http/state.ts";
import { messageOf } from "@/lib/util/text.ts";

/** The status that nginx uses for a caller that hung up. Nobody receives it; it is for the log. */
const CLIENT_CLOSED_REQUEST = 499;

/** Admits every request, and completes every response, also the response to an error. */
export default define.middleware(async (ctx) => {
  const startedAt = performance.now();
  const { config, bucket, counters, log } = ctx.state.services;
  const address = clientAddress(ctx.req, ctx.info.remoteAddr, config.trustProxy);
  const { method } = ctx.req;
  const route = toDocumentedRoute(ctx.route);
  const client = toClient(address);
  const requestId = createRequestId();
  Object.assign(ctx.state, { client, network: toNetwork(address), route, method, origin: "", requestId });
  const readOptions = () => ({ isOpen: !isOperatorRoute(route), rateLimit: bucket.header(client) });
  let response: Response;
  try {
    assertValidUrl(ctx.req);
    ctx.state.origin = publicOrigin(ctx.req, config);
    await admit(ctx);
    response = await finish(ctx, await ctx.next(), readOptions());
  } catch (thrown) {
    response = await finish(ctx, await respondToThrown(ctx, thrown), readOptions());
  }
  const { status } = response;
  counters.addRequest(route, status);
  log.request({ method, route, status, ms: performance.now() - startedAt, requestId });
  return response;
});

async function respondToThrown(ctx: Context, thrown: unknown): Promise<Response> {
  const { method, requestId, route, services: { counters, log } } = ctx.state;
  if (thrown === ctx.req.signal.reason && ctx.req.signal.aborted) {
    return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  }
  const error = toApiError(thrown);
  // Fresh rejects this method for static files, which have no endpoint.
  if (method === "OPTIONS" && error.code === "method_not_allowed") return respondToOptions(error.headers["allow"]!);
  if (error.status >= 500) counters.addError({ requestId, route, code: error.code, message: error.message });
  if (error.code === "internal_error") log.error(`Cannot respond to ${route} (${requestId})`, error.cause);
  else if (error.status >= 500) log.info(`${error.message} (${requestId})`, error.cause && messageOf(error.cause));
  try {
    return await respondAsWanted(ctx, error);
  } catch (failure) {
    log.error(`Cannot show the error ${error.code} (${requestId})`, failure);
    return respondWithError(ctx, error);
  }
}

/** Responds with the error in the form that the caller can show: a page, a picture, or JSON. */
async function respondAsWanted(ctx: Context, error: ApiError): Promise<Response> {
  const { renderErrorPage, respondWithErrorPicture } = ctx.state.services;
  const form = preferredForm(ctx.req);
  if (form === "html") return await renderErrorPage(ctx, error);
  if (form === "image" && queryOf(ctx.req.url).get("fallback") !== "none") return respondWithErrorPicture(ctx, error);
  return respondWithError(ctx, error);
}
