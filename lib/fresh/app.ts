import { STATUS_TEXT } from "@std/http";
import { type LoadedRoutes, loadRoutes } from "./fs_routes.ts";
import { HttpError } from "./http_error.ts";
import { RequestContext } from "./request_context.ts";
import { Router } from "./router.ts";
import type { Middleware, ResolvedFreshConfig } from "./types.ts";

/** An application: middlewares and the routes of a folder. */
export class App<State> {
  /** The settings. Set `root` before `fsRoutes()` if the application must not depend on the working folder. */
  config: ResolvedFreshConfig = { root: "." };
  readonly #before: Middleware<State>[] = [];
  readonly #after: Middleware<State>[] = [];
  #routes: Promise<LoadedRoutes<State>> | null = null;

  /** Adds middlewares. Before `fsRoutes()`, they are for every request; after it, for those that match no route. */
  use(...middlewares: Middleware<State>[]): this {
    (this.#routes === null ? this.#before : this.#after).push(...middlewares);
    return this;
  }

  /**
   * Adds the files of the folder `routes/`. This starts to import them in the background. If one cannot be used, the
   * handler rejects every request.
   */
  fsRoutes(): this {
    this.#routes = loadRoutes<State>(this.config.root);
    return this;
  }

  /** Creates the function that responds to requests, for `Deno.serve` and for tests. Call `fsRoutes()` before. */
  handler(): Serve {
    if (this.#routes === null) throw new TypeError("handler() was called before fsRoutes()");
    let serve: Serve | null = null;
    const loading = this.#routes.then(({ app, middlewares, routes }) => {
      const outer = [...this.#before, ...middlewares];
      serve = createServe({ app, routes, outer, unmatched: [...outer, ...this.#after] }, this.config);
      return serve;
    });
    return (request, info) => serve === null ? loading.then((loaded) => loaded(request, info)) : serve(request, info);
  }
}

/** Responds to requests: the handler of `Deno.serve`. */
export type Serve = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** The parts of an application. */
export interface ServeOptions<State> extends Pick<LoadedRoutes<State>, "app" | "routes"> {
  /** The middlewares of every request. */
  readonly outer: Chain<State>;
  /** The middlewares of a request that matches no route. */
  readonly unmatched: Chain<State>;
}

/** The middlewares and the handler of a request, outermost first. */
type Chain<State> = readonly Middleware<State>[];

/** One pattern with a chain for each of its methods. */
interface CompiledRoute<State> {
  readonly pattern: string;
  /** The chains by method. The key is any string, because clients may send unknown methods. */
  readonly chains: ReadonlyMap<string, Chain<State>>;
}

/** The connection of a request that did not come over the network, for example in a test. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Creates the function that responds to requests. The chain of each route is composed once. */
export function createServe<State>(options: ServeOptions<State>, config: ResolvedFreshConfig): Serve {
  const { app, outer, routes, unmatched } = options;
  const router = new Router<CompiledRoute<State>>();
  for (const { pattern, handlers, middlewares } of routes) {
    const withHead = { ...(handlers.GET && { HEAD: handlers.GET }), ...handlers };
    const chains = new Map<string, Chain<State>>();
    for (const [method, handler] of Object.entries(withHead)) chains.set(method, [...outer, ...middlewares, handler]);
    router.add(pattern, { pattern, chains });
  }
  const methodNotAllowed: Chain<State> = [...outer, () => Promise.reject(new HttpError(405))];

  return async (req, info = NO_CONNECTION) => {
    const match = router.find(req.url);
    const chain = match === null ? unmatched : match.value.chains.get(req.method) ?? methodNotAllowed;
    try {
      const response = await new RequestContext<State>(req, info, { config, match, chain, app }).next();
      if (!(response instanceof Response)) {
        throw new TypeError(`Cannot respond: a middleware must return a response, got ${String(response)}`);
      }
      return response;
    } catch (error) {
      return toPlainResponse(error);
    }
  };
}

/** Converts an error that no middleware handled. */
function toPlainResponse(error: unknown): Response {
  const status = error instanceof HttpError ? error.status : 500;
  // Nothing logged the error, so without this line the operator would never learn of it.
  if (status >= 500) Deno.stderr.writeSync(new TextEncoder().encode(`${Deno.inspect(error)}\n`));
  const text = error instanceof HttpError ? error.message || STATUS_TEXT[status] : "Internal server error";
  return new Response(text, { status });
}
