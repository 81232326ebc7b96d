import { Builder } from "./builder.ts";
import { addFileRoutes, type LoadedFile, loadFileRoutes } from "./fs_routes.ts";
import { createServe, type Serve } from "./serve.ts";
import type {
  FreshConfig,
  LayoutConfig,
  ListenOptions,
  Method,
  Middleware,
  ResolvedFreshConfig,
  Route,
  RouteComponent,
  RouteConfig,
} from "./types.ts";

type Command<State> = (builder: Builder<State>) => void;

/** An application: middlewares, routes and pages. A middleware applies to everything that is added after it. */
export class App<State> {
  /** The settings. Set `root` before `fsRoutes()` if the application must not depend on the working folder. */
  config: ResolvedFreshConfig;
  /** What the methods below add, in the order of their calls. The commands run when everything is loaded. */
  readonly #commands: Command<State>[] = [];
  readonly #loading: Promise<unknown>[] = [];

  /** Creates an empty application. @throws {TypeError} if `basePath` is not a plain absolute path */
  constructor(config: FreshConfig = {}) {
    this.config = {
      root: ".",
      basePath: parseBasePath(config.basePath ?? ""),
      mode: config.mode ?? "production",
      trustProxy: config.trustProxy ?? false,
    };
  }

  /** Adds middlewares for all requests. */
  use(...middlewares: Middleware<State>[]): this;
  /** Adds middlewares for the routes below `path`. */
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(first: string | Middleware<State>, ...others: Middleware<State>[]): this {
    const [pattern, middlewares] = typeof first === "string" ? [first, others] : ["*", [first, ...others]];
    return this.#add((builder) => builder.segment(pattern).middlewares.push(...middlewares));
  }

  /** Sets the route that handles a 404. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#add((builder) => builder.notFound = toRoute(route));
  }

  /** Sets the route that handles errors below `path`. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#add((builder) => builder.segment(path).errorRoute = toRoute(route));
  }

  /** Sets the component around all pages. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#add((builder) => builder.app = component);
  }

  /** Sets the layout of the pages below `path`. */
  layout(path: string, component: RouteComponent<State>, config?: LayoutConfig): this {
    return this.#add((builder) => builder.segment(path).layout = { component, config });
  }

  /** Adds a route with handlers, a page, or both. */
  route(path: string, route: Route<State>, config?: RouteConfig): this {
    return this.#add((builder) => builder.route(path, { ...route, config: config ?? route.config }));
  }

  /** Handles `GET` at `path`, and `HEAD` unless `head()` does. */
  get(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("GET", path, middlewares);
  }

  /** Handles `POST` at `path`. */
  post(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("POST", path, middlewares);
  }

  /** Handles `PATCH` at `path`. */
  patch(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("PATCH", path, middlewares);
  }

  /** Handles `PUT` at `path`. */
  put(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("PUT", path, middlewares);
  }

  /** Handles `DELETE` at `path`. */
  delete(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("DELETE", path, middlewares);
  }

  /** Handles `HEAD` at `path` instead of `get()`. */
  head(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("HEAD", path, middlewares);
  }

  /** Handles all methods at `path`. */
  all(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#handle("ALL", path, middlewares);
  }

  /**
   * Adds the files of the folder `routes/` below `pattern`. This starts to import them in the background. If one cannot
   * be used, `listen()` and the handler reject; if nothing awaits either, the program exits with the error.
   */
  fsRoutes(pattern = "*"): this {
    const files: LoadedFile<State>[] = [];
    this.#loading.push(loadFileRoutes<State>(this.config.root).then((loaded) => files.push(...loaded)));
    return this.#add((builder) => addFileRoutes(builder, files, pattern));
  }

  /** Creates the function that responds to requests, for `Deno.serve` and for tests. */
  handler(): Serve {
    if (this.#loading.length === 0) return this.#compile();
    let serve: Serve | null = null;
    const ready = Promise.all(this.#loading).then(() => serve = this.#compile());
    return (request, info) => serve === null ? ready.then((loaded) => loaded(request, info)) : serve(request, info);
  }

  /**
   * Starts a server when everything is loaded. Without a port, it uses the first free one from 8000 to 8019.
   *
   * @throws {Deno.errors.AddrInUse} if the port, or each of these ports, is in use
   */
  async listen(options: ListenOptions = {}): Promise<void> {
    await Promise.all(this.#loading);
    const serve = this.#compile();
    const ports = options.port === undefined ? Array.from({ length: 20 }, (_, i) => 8000 + i) : [options.port];
    for (const port of ports) {
      try {
        Deno.serve({ ...options, port }, serve);
        return;
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || port === ports.at(-1)) throw error;
      }
    }
  }

  #compile(): Serve {
    const builder = new Builder<State>(this.config.basePath);
    for (const command of this.#commands) command(builder);
    return createServe(builder.build(), this.config);
  }

  #handle(method: Method | "ALL", path: string, middlewares: Middleware<State>[]): this {
    return this.#add((builder) => builder.handle(method, path, middlewares));
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }
}

function parseBasePath(basePath: string): string {
  if (basePath === "" || basePath === "/") return "";
  if (/^(?:\/[\w.-]+)+$/.test(basePath)) return basePath;
  throw new TypeError(`Cannot use "basePath": must be a path such as "/a/b" without a final slash, got "${basePath}"`);
}

function toRoute<State>(route: Route<State> | Middleware<State>): Route<State> {
  return typeof route === "function" ? { handler: route } : route;
}
