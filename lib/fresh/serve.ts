import { STATUS_TEXT } from "@std/http";
import type { Chain, Entry, Plan } from "./blueprint.ts";
import type { ResolvedFreshConfig } from "./config.ts";
import { dropBody } from "./drop_body.ts";
import { allowOf, HttpError } from "./http_error.ts";
import { Places } from "./places.ts";
import { RequestContext } from "./request_context.ts";
import { recover } from "./segments.ts";

/** Answers requests: what `Deno.serve` is given. */
export type Serve = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** The connection that a request has which came by none, as in a test. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Makes the function that answers requests from a finished application. */
export function createServe<State>(plan: Plan<State>, config: ResolvedFreshConfig): Serve {
  const { root, router, unmatched, ui } = plan;
  const places = new Places(router);
  const unreadable: Chain<State> = [...unmatched, refuseAddress];
  return (req, info = NO_CONNECTION) => {
    const method = req.method;
    const { path, match } = places.find(req.url);
    const entry = match === null ? null : match.value;
    const chain = entry === null ? (path === null ? unreadable : unmatched) : chainOf(entry, method);
    const route = entry === null ? null : entry.pattern;
    const isDirect = entry !== null && method === "GET" && entry.isDirect;
    const ctx = new RequestContext<State>(req, info, { config, path, route, match, chain, ui, isDirect });
    const answered = ctx.next();
    return answered instanceof Response ? answered : settle(ctx, answered);
  };

  async function settle(ctx: RequestContext<State>, answered: Promise<Response>): Promise<Response> {
    let response: Response;
    try {
      response = await answered;
      if (!(response instanceof Response)) throw new TypeError(`Cannot answer with ${String(response)}: no response`);
    } catch (error) {
      response = await answerError(ctx, error);
    }
    return ctx.req.method === "HEAD" ? await dropBody(response) : response;
  }

  async function answerError(ctx: RequestContext<State>, error: unknown): Promise<Response> {
    try {
      ctx.ui = ui;
      return addAllow(await recover(ctx, error, { root, errorRoute: root.errorRoute }), error);
    } catch (last) {
      return toPlainAnswer(last);
    }
  }
}

function chainOf<State>(entry: Entry<State>, method: string): Chain<State> {
  if (method === "GET") return entry.get ?? entry.otherwise;
  const { chains, otherwise } = entry;
  return chains.get(method) ?? (method === "HEAD" ? entry.get : chains.get(method.toUpperCase())) ?? otherwise;
}

function refuseAddress(): never {
  throw new HttpError(400);
}

/** The answer to an error that nobody took. */
function toPlainAnswer(error: unknown): Response {
  const status = error instanceof HttpError ? error.status : 500;
  if (status >= 500) report(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status });
  return addAllow(new Response(error.message || (STATUS_TEXT[status] ?? null), { status }), error);
}

/** An answer to a 405 has to tell the verbs, whoever wrote it. */
function addAllow(response: Response, error: unknown): Response {
  const allow = error instanceof HttpError && response.status === 405 ? allowOf(error) : null;
  if (allow !== null && !response.headers.has("allow")) response.headers.set("allow", allow);
  return response;
}

/** Tells the operator, who would otherwise never learn of it. */
function report(error: unknown): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${Deno.inspect(error)}\n`));
}
