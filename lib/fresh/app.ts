import { STATUS_TEXT } from "@std/http";
import { type Chain, Context, HttpError } from "./context.ts";
import type { Middleware } from "./define.ts";
import { type FileRoute, type LoadedRoutes, loadRoutes } from "./fs_routes.ts";
import { Router } from "./router.ts";
import { setStaticRoot } from "./static_files.ts";

/** Responds to requests: the handler of `Deno.serve`. */
export type Serve = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** An application: middlewares and the routes of a folder. */
export class App<State> {
  /** `root` is the folder that contains `routes/` and `static/`. Set it before `fsRoutes()`. */
  config: { root: string } = { root: "." };
  readonly #before: Middleware<State>[] = [];
  readonly #after: Middleware<State>[] = [];
  #routes: Promise<LoadedRoutes<State>> | null = null;

  /** Adds middlewares. Before `fsRoutes()`, they are for every request; after it, for those that match no route. */
  use(...middlewares: Middleware<State>[]): this {
    (this.#routes === null ? this.#before : this.#after).push(...middlewares);
    return this;
  }

  /** Adds the files of the folder `routes/`. This starts to import them in the background. */
  fsRoutes(): this {
    setStaticRoot(this.config.root);
    this.#routes = loadRoutes<State>(this.config.root);
    return this;
  }

  /** Creates the function that responds to requests. It rejects every request if a route file cannot be used. */
  handler(): Serve {
    if (this.#routes === null) throw new TypeError("Cannot create a handler: fsRoutes() must be called before");
    let serve: Serve | null = null;
    const loading = this.#routes.then(({ middlewares, routes }) => {
      const outer = [...this.#before, ...middlewares];
      return serve = createServe(routes, outer, [...outer, ...this.#after]);
    });
    return async (request, info) => await (serve ?? await loading)(request, info);
  }
}

/**
 * Creates the function that responds to requests. The chain of each route is composed once. `outer` are the middlewares
 * of every request, and `unmatched` those of a request that matches no route.
 */
function createServe<State>(
  routes: readonly FileRoute<State>[],
  outer: Chain<State>,
  unmatched: Chain<State>,
): Serve {
  const router = new Router<{ readonly pattern: string; readonly chain: Chain<State> }>();
  for (const { pattern, handler } of routes) router.add(pattern, { pattern, chain: [...outer, handler] });
  return async (req, info = NO_CONNECTION) => {
    const match = router.find(req.url);
    try {
      const response = await new Context<State>(req, info, match, match?.value.chain ?? unmatched).next();
      if (response instanceof Response) return response;
      throw new TypeError(`Cannot respond: a middleware must return a response, got ${String(response)}`);
    } catch (error) {
      return toPlainResponse(error);
    }
  };
}

/** The connection of a request that did not come over the network, for example in a test. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Converts an error that no middleware handled. Nothing logged it, so it is written to the console. */
function toPlainResponse(error: unknown): Response {
  const status = error instanceof HttpError ? error.status : 500;
  if (status >= 500) Deno.stderr.writeSync(new TextEncoder().encode(`${Deno.inspect(error)}\n`));
  const text = error instanceof HttpError ? error.message || STATUS_TEXT[status] : "Internal server error";
  return new Response(text, { status });
}
