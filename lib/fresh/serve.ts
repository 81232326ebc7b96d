import { STATUS_TEXT } from "@std/http";
import type { Chain, CompiledApp, Endpoint } from "./builder.ts";
import { HttpError } from "./http_error.ts";
import { RequestContext } from "./request_context.ts";
import { handleError } from "./route.ts";
import type { ResolvedFreshConfig } from "./types.ts";

/** Responds to requests: the handler of `Deno.serve`. */
export type Serve = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** The connection of a request that did not come over the network, for example in a test. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Creates the function that responds to requests. */
export function createServe<State>(app: CompiledApp<State>, config: ResolvedFreshConfig): Serve {
  const { errorRoutes, router, unmatched, wrappers } = app;
  const otherMethod: Chain<State> = [...unmatched, respondToOtherMethod];

  return (req, info = NO_CONNECTION) => {
    const { method } = req;
    const match = router.find(req.url);
    const chain = match === null ? unmatched : findChain(match.value, method) ?? otherMethod;
    const response = respond(new RequestContext<State>(req, info, { config, match, chain, wrappers }));
    return method === "HEAD" ? response.then(removeBody) : response;
  };

  async function respond(ctx: RequestContext<State>): Promise<Response> {
    try {
      const response = await ctx.next();
      if (response instanceof Response) return response;
      throw new TypeError(`Cannot respond: a middleware must return a response, got ${String(response)}`);
    } catch (error) {
      const response = await handleError(ctx, error, errorRoutes).catch(toPlainResponse);
      // RFC 9110 requires `Allow` on a 405, whether an error route or this library responds.
      const allow = response.status === 405 ? ctx.match?.value.allow : undefined;
      if (allow !== undefined && !response.headers.has("allow")) response.headers.set("allow", allow);
      return response;
    }
  }
}

/** Finds the chain of a method. `Request` converts most methods to upper case, but not for example `patch`. */
function findChain<State>({ chains }: Endpoint<State>, method: string): Chain<State> | undefined {
  return chains.get(method) ?? chains.get(method === "HEAD" ? "GET" : method.toUpperCase());
}

function respondToOtherMethod<State>({ req, match }: RequestContext<State>): Response {
  if (req.method.toUpperCase() !== "OPTIONS") throw new HttpError(405);
  return new Response(null, { status: 204, headers: { allow: match?.value.allow ?? "" } });
}

/** Converts an error that no route handled. */
function toPlainResponse(error: unknown): Response {
  const status = error instanceof HttpError ? error.status : 500;
  // No route logged the error, so without this line the operator would never learn of it.
  if (status >= 500) Deno.stderr.writeSync(new TextEncoder().encode(`${Deno.inspect(error)}\n`));
  const text = error instanceof HttpError ? error.message || STATUS_TEXT[status] : "Internal server error";
  return new Response(text, { status });
}

/** Converts the response of `GET` to that of `HEAD`: the same headers, the length of the body if known, no body. */
async function removeBody(response: Response): Promise<Response> {
  const { body, status, statusText } = response;
  if (body === null) return response;
  const headers = new Headers(response.headers);
  if (headers.has("content-length")) {
    await body.cancel();
    return new Response(null, { status, statusText, headers });
  }
  const length = await measureBody(body);
  if (length !== null) headers.set("content-length", String(length));
  // Without a body the server would send a length of 0, so an unknown length needs an empty stream.
  return new Response(length === null ? ReadableStream.from([]) : null, { status, statusText, headers });
}

/** Returns the length of a body that is available at once in one chunk, such as a string, or `null` for a stream. */
async function measureBody(body: ReadableStream<Uint8Array>): Promise<number | null> {
  const reader = body.getReader();
  // The response must not wait for a stream whose next chunk is not available yet.
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, 0, null);
  try {
    const first = await Promise.race([reader.read(), timeout]);
    if (first === null) return null;
    if (first.done) return 0;
    const second = await Promise.race([reader.read(), timeout]);
    return second?.done ? first.value.byteLength : null;
  } catch {
    // GET would have sent the same headers before its body failed.
    return null;
  } finally {
    clearTimeout(timer);
    // The body is not needed, so an error while it is cancelled does not matter.
    reader.cancel().catch(() => null);
  }
}
