import { type LoadedRoutes, loadRoutes } from "./fs_routes.ts";
import { createServe, type Serve } from "./serve.ts";
import type { Middleware, ResolvedFreshConfig } from "./types.ts";

/** An application: middlewares and the routes of a folder. */
export class App<State> {
  /** The settings. Set `root` before `fsRoutes()` if the application must not depend on the working folder. */
  config: ResolvedFreshConfig = { root: "." };
  readonly #before: Middleware<State>[] = [];
  readonly #after: Middleware<State>[] = [];
  #routes: Promise<LoadedRoutes<State>> | null = null;

  /** Adds middlewares: for all requests, or after `fsRoutes()` for the requests that no route matches. */
  use(...middlewares: Middleware<State>[]): this {
    (this.#routes === null ? this.#before : this.#after).push(...middlewares);
    return this;
  }

  /**
   * Adds the files of the folder `routes/`. This starts to import them in the background. If one cannot be used, the
   * handler rejects; if nothing awaits it, the program exits with the error.
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
