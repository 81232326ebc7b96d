import { Blueprint } from "./blueprint.ts";
import type { LayoutConfig, RouteComponent } from "./components.ts";
import { type FreshConfig, resolveConfig, type ResolvedFreshConfig } from "./config.ts";
import { addRoutes, type LoadedFile, loadRoutes } from "./fs_routes.ts";
import type { Method } from "./handlers.ts";
import { listen, type ListenOptions } from "./listen.ts";
import type { Middleware } from "./middleware.ts";
import type { Route, RouteConfig } from "./route.ts";
import { createServe, type Serve } from "./serve.ts";

/** An application: middlewares, routes and pages, in the order in which they were added. */
export class App<State> {
  /** The settings, with every default filled in. */
  config: ResolvedFreshConfig;
  readonly #commands: ((blueprint: Blueprint<State>) => void)[] = [];
  readonly #loads: Promise<void>[] = [];

  /**
   * Starts with nothing.
   *
   * @throws {TypeError} when `basePath` is no plain absolute path
   */
  constructor(config: FreshConfig = {}) {
    this.config = resolveConfig(config);
  }

  /** Adds middlewares, for everything that is added after them. */
  use(...middlewares: Middleware<State>[]): this;
  /** Adds middlewares, for the routes below `path` that are added after them. */
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(first: string | Middleware<State>, ...others: Middleware<State>[]): this {
    const [pattern, middlewares] = typeof first === "string" ? [first, others] : ["*", [first, ...others]];
    return this.#add((blueprint) => blueprint.use(pattern, middlewares));
  }

  /** Sets what answers a 404. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#add((blueprint) => blueprint.notFound(toRoute(route)));
  }

  /** Sets what answers the errors below `path`. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#add((blueprint) => blueprint.onError(path, toRoute(route)));
  }

  /** Sets the wrapper around every page. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#add((blueprint) => blueprint.appWrapper(component));
  }

  /** Sets the layout of the pages below `path`. */
  layout(path: string, component: RouteComponent<State>, config?: LayoutConfig): this {
    return this.#add((blueprint) => blueprint.layout(path, component, config));
  }

  /** Adds a route with handlers, a page, or both. */
  route(path: string, route: Route<State>, config?: RouteConfig): this {
    return this.#add((blueprint) => blueprint.route(path, { ...route, config: config ?? route.config }));
  }

  /** Answers `GET` at `path`, and `HEAD` with it. */
  get(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("GET", path, middlewares);
  }

  /** Answers `POST` at `path`. */
  post(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("POST", path, middlewares);
  }

  /** Answers `PATCH` at `path`. */
  patch(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("PATCH", path, middlewares);
  }

  /** Answers `PUT` at `path`. */
  put(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("PUT", path, middlewares);
  }

  /** Answers `DELETE` at `path`. */
  delete(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("DELETE", path, middlewares);
  }

  /** Answers `HEAD` at `path`, in place of `GET`. */
  head(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("HEAD", path, middlewares);
  }

  /** Answers every verb at `path`. */
  all(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("ALL", path, middlewares);
  }

  /**
   * Adds what lies in the folder `routes/`, below `pattern`. The files are imported from here on, while the program
   * goes on: a file that cannot be used makes `listen()` and the handler reject, and ends the program if neither waits.
   */
  fsRoutes(pattern = "*"): this {
    let files: LoadedFile<State>[] = [];
    this.#loads.push(loadRoutes<State>(this.config.root).then((loaded) => void (files = loaded)));
    return this.#add((blueprint) => addRoutes(blueprint, files, pattern));
  }

  /** Makes the function that answers requests, for `Deno.serve` and for tests. */
  handler(): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    if (this.#loads.length === 0) return this.#build();
    let serve: Serve | null = null;
    const ready = this.#load().then(() => serve = this.#build());
    return (request, info) => serve === null ? ready.then((loaded) => loaded(request, info)) : serve(request, info);
  }

  /** Serves, once everything is loaded; without a port, on the first free one from 8000 on. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await this.#load();
    listen(options, this.#build());
  }

  async #load(): Promise<void> {
    await Promise.all(this.#loads);
  }

  #build(): Serve {
    const blueprint = new Blueprint<State>(this.config.basePath);
    for (const command of this.#commands) command(blueprint);
    return createServe(blueprint.build(), this.config);
  }

  #handle(method: Method | "ALL", path: string, middlewares: Middleware<State>[]): this {
    return this.#add((blueprint) => blueprint.handle(method, path, middlewares));
  }

  #add(command: (blueprint: Blueprint<State>) => void): this {
    this.#commands.push(command);
    return this;
  }
}

function toRoute<State>(route: Route<State> | Middleware<State>): Route<State> {
  return typeof route === "function" ? { handler: route } : route;
}
