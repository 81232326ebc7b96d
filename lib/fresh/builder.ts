import { removeSkippedWrappers, type RequestContext, type Step } from "./request_context.ts";
import { catchErrors, createRouteStep, type ErrorRoutes, findHandler, runWithWrappers } from "./route.ts";
import { Router } from "./router.ts";
import type { LayoutConfig, Method, Middleware, Route, RouteComponent, Wrappers } from "./types.ts";

/** The steps of a request, outermost first. A middleware is a step, too. */
export type Chain<State> = readonly Step<State>[];

/** One pattern with a chain for each of its methods. */
export interface Endpoint<State> {
  readonly pattern: string;
  /** The chains by method. The key is any string, because clients may send unknown methods. */
  readonly chains: ReadonlyMap<string, Chain<State>>;
  /** The value of the `Allow` header. */
  readonly allow: string;
}

/** The result of {@linkcode Builder.build}. */
export interface CompiledApp<State> {
  readonly router: Router<Endpoint<State>>;
  /** The chain of a request that matches no route. */
  readonly unmatched: Chain<State>;
  /** The app wrapper and the root layout, for pages that root middlewares render. */
  readonly wrappers: Wrappers<State>;
  /** The routes for errors that leave the chain. */
  readonly errorRoutes: ErrorRoutes<State>;
}

/** Everything that applies to the routes below a pattern such as `/api`. */
export interface Segment<State> {
  readonly middlewares: Middleware<State>[];
  layout: { readonly component: RouteComponent<State>; readonly config: LayoutConfig | undefined } | null;
  errorRoute: Route<State> | null;
}

/** All methods, in the order of the `Allow` header. */
const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Composes the chain of each route when it is added. Only `notFound` and the root's error route may be set later. */
export class Builder<State> {
  /** The app wrapper: the component around all layouts. */
  app: RouteComponent<State> | null = null;
  /** The route that handles a 404 wherever it is thrown. */
  notFound: Route<State> | null = null;
  readonly #segments = new Map<string, Segment<State>>();
  /** The chains by pattern and method. */
  readonly #chains = new Map<string, Map<string, Chain<State>>>();
  readonly #basePath: string;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Returns the segment of a pattern, and creates it if it does not exist. */
  segment(pattern: string): Segment<State> {
    const key = splitPattern(pattern).join("/");
    const segment = this.#segments.get(key) ?? { middlewares: [], layout: null, errorRoute: null };
    this.#segments.set(key, segment);
    return segment;
  }

  /** Adds handlers for one method or for all. */
  handle(method: Method | "ALL", pattern: string, handlers: readonly Middleware<State>[]): void {
    // The last composed step is `callNext`, so that the boundaries catch the errors of the handlers, too.
    const chain = [...this.#compose(pattern, callNext), ...handlers];
    for (const name of method === "ALL" ? METHODS : [method]) this.#addChain(pattern, name, chain);
  }

  /** Adds a route that belongs to the segment of `pattern` and responds at `path` (default: `routeOverride` or `pattern`). */
  route(pattern: string, route: Route<State>, path = route.config?.routeOverride ?? pattern): void {
    for (const method of METHODS) {
      const handler = findHandler(route, method);
      if (handler !== null) this.#addChain(path, method, this.#compose(pattern, createRouteStep(route, handler)));
    }
  }

  /** Creates the router and the `Allow` header of each pattern. */
  build(): CompiledApp<State> {
    const router = new Router<Endpoint<State>>();
    for (const [pattern, chains] of this.#chains) {
      // The server itself responds to `OPTIONS`, and to `HEAD` with the chain of `GET`.
      const isAllowed = (method: Method) =>
        chains.has(method) || method === "OPTIONS" || (method === "HEAD" && chains.has("GET"));
      router.add(pattern, { pattern, chains, allow: METHODS.filter(isAllowed).join(", ") });
    }
    const { middlewares, errorRoute } = this.segment("/");
    const errorRoutes = { notFound: this.notFound, errorRoute };
    return { router, unmatched: [...middlewares], wrappers: this.#rootWrappers(), errorRoutes };
  }

  /** Adds a chain unless the pattern already has one for this method: the first registration wins. */
  #addChain(pattern: string, method: Method, chain: Chain<State>): void {
    const fullPattern = joinPatterns(this.#basePath, pattern);
    const chains = this.#chains.get(fullPattern) ?? new Map<string, Chain<State>>();
    this.#chains.set(fullPattern, chains);
    if (!chains.has(method)) chains.set(method, chain);
  }

  /**
   * Puts the middlewares of all segments of `pattern` in front of `step`. As in Fresh, each segment has an error
   * boundary around its middlewares and everything inside. Only the root has none: the server handles the errors that
   * leave the chain.
   */
  #compose(pattern: string, step: Step<State>): Step<State>[] {
    const parts = splitPattern(pattern);
    const chain: Step<State>[] = [...this.segment("/").middlewares];
    let wrappers = this.#rootWrappers();
    for (let depth = 1; depth <= parts.length; depth++) {
      const segment = this.#segments.get(parts.slice(0, depth).join("/"));
      if (segment === undefined) continue;
      const { errorRoute, layout, middlewares } = segment;
      // A function, because `notFound` may be set after this route is added.
      const boundary = catchErrors<State>(callNext, () => ({ notFound: this.notFound, errorRoute }));
      const segmentWrappers = addLayout(wrappers, layout);
      const boundaryWithLayout: Step<State> = (ctx) => runWithWrappers(ctx, segmentWrappers, boundary);
      chain.push(layout === null ? boundary : boundaryWithLayout, ...middlewares);
      wrappers = segmentWrappers;
    }
    // `catchErrors` sets `ctx.error` even without error routes, so that middlewares can read it. If the pattern has no
    // segment of its own, a 404 is handled here, before it passes through the middlewares of outer segments.
    const handlesNotFound = !this.#segments.has(parts.join("/"));
    chain.push(catchErrors(step, () => ({ notFound: handlesNotFound ? this.notFound : null, errorRoute: null })));
    return chain;
  }

  #rootWrappers(): Wrappers<State> {
    return addLayout({ app: this.app, layouts: [] }, this.segment("/").layout);
  }
}

/** Joins two patterns without repeated slashes and without a slash at the end. */
export function joinPatterns(base: string, pattern: string): string {
  const joined = `${base}/${pattern}`.replace(/\/{2,}/g, "/");
  return joined.length > 1 && joined.endsWith("/") ? joined.slice(0, -1) : joined;
}

/** Splits a pattern into segments. As in Fresh, groups in braces are removed, and `*` and `/*` mean the root. */
function splitPattern(pattern: string): string[] {
  if (pattern === "*" || pattern === "/*") return [];
  return pattern.replaceAll(/\{[^}]*\}\??/g, "").split("/").filter((part) => part !== "");
}

function addLayout<State>(wrappers: Wrappers<State>, layout: Segment<State>["layout"]): Wrappers<State> {
  if (layout === null) return wrappers;
  const { app, layouts } = removeSkippedWrappers(wrappers, layout.config);
  return { app, layouts: [...layouts, layout.component] };
}

function callNext<State>(ctx: RequestContext<State>): Promise<Response> {
  return ctx.next();
}
