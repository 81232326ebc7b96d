import { type RequestContext, skipWrappers, type Step } from "./request_context.ts";
import { catchErrors, createRouteStep, type ErrorRoutes, findHandler, runWithWrappers } from "./route.ts";
import { Router } from "./router.ts";
import type { LayoutConfig, Method, Middleware, Route, RouteComponent, Wrappers } from "./types.ts";

/** The steps of a request, outermost first. */
export type Chain<State> = readonly Step<State>[];

/** One pattern with a chain for each of its methods. */
export interface Endpoint<State> {
  readonly pattern: string;
  readonly chains: Map<string, Chain<State>>;
  /** The methods of the pattern, as the `Allow` header lists them. */
  allow: string;
}

/** An application that is ready to respond. */
export interface CompiledApp<State> {
  readonly router: Router<Endpoint<State>>;
  /** The chain of a request that matches no route. */
  readonly unmatched: Chain<State>;
  /** The components around pages that root middlewares render. */
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

/** The methods of a handler for all methods, in the order of the `Allow` header. */
const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Composes the chain of each route and method once, when the application starts. */
export class Builder<State> {
  /** The app wrapper. */
  app: RouteComponent<State> | null = null;
  /** The route that handles a 404 wherever it is thrown. */
  notFound: Route<State> | null = null;
  readonly #segments = new Map<string, Segment<State>>();
  readonly #endpoints = new Map<string, Endpoint<State>>();
  readonly #basePath: string;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Returns the segment of a pattern. It is created if nothing has been added to it yet. */
  segment(pattern: string): Segment<State> {
    const key = splitPattern(pattern).join("/");
    const segment = this.#segments.get(key) ?? { middlewares: [], layout: null, errorRoute: null };
    this.#segments.set(key, segment);
    return segment;
  }

  /** Adds handlers for one method or for all. */
  handle(method: Method | "ALL", pattern: string, handlers: readonly Middleware<State>[]): void {
    const chain = [...this.#compose(pattern, callNext), ...handlers];
    for (const each of method === "ALL" ? METHODS : [method]) this.#addChain(pattern, each, chain);
  }

  /** Adds a route that belongs to the segment of `pattern` and responds at `path`. */
  route(pattern: string, route: Route<State>, path = route.config?.routeOverride ?? pattern): void {
    for (const method of METHODS) {
      const handler = findHandler(route, method);
      if (handler !== null) this.#addChain(path, method, this.#compose(pattern, createRouteStep(route, handler)));
    }
  }

  /** Completes the application. */
  build(): CompiledApp<State> {
    const router = new Router<Endpoint<State>>();
    for (const endpoint of this.#endpoints.values()) {
      const isAllowed = (method: Method) =>
        endpoint.chains.has(method) || method === "OPTIONS" || (method === "HEAD" && endpoint.chains.has("GET"));
      endpoint.allow = METHODS.filter(isAllowed).join(", ");
      router.add(endpoint.pattern, endpoint);
    }
    const { middlewares, errorRoute } = this.segment("/");
    const errorRoutes = { notFound: this.notFound, errorRoute };
    return { router, unmatched: [...middlewares], wrappers: this.#rootWrappers(), errorRoutes };
  }

  /** Adds a chain unless the pattern already has one for this method: the first registration wins. */
  #addChain(pattern: string, method: Method, chain: Chain<State>): void {
    const full = joinPatterns(this.#basePath, pattern);
    const endpoint = this.#endpoints.get(full) ?? { pattern: full, chains: new Map(), allow: "" };
    this.#endpoints.set(full, endpoint);
    if (!endpoint.chains.has(method)) endpoint.chains.set(method, chain);
  }

  /**
   * Puts the middlewares of all segments of `pattern` in front of `step`. As in Fresh, each segment has an error
   * boundary around its middlewares and everything inside. The server is the boundary of the root.
   */
  #compose(pattern: string, step: Step<State>): Step<State>[] {
    const parts = splitPattern(pattern);
    const chain: Step<State>[] = [...this.segment("/").middlewares];
    let wrappers = this.#rootWrappers();
    for (let length = 1; length <= parts.length; length++) {
      const segment = this.#segments.get(parts.slice(0, length).join("/"));
      if (segment === undefined) continue;
      const { errorRoute, layout, middlewares } = segment;
      const boundary = catchErrors<State>(callNext, () => ({ notFound: this.notFound, errorRoute }));
      const inner = wrappers = addLayout(wrappers, layout);
      chain.push(layout === null ? boundary : (ctx) => runWithWrappers(ctx, inner, boundary), ...middlewares);
    }
    // Segments to which nothing was added have no boundary in the chain. This one replaces theirs: it handles a 404
    // before the error reaches the middlewares of outer segments.
    const isInnermost = parts.length > 0 && !this.#segments.get(parts.join("/"))?.middlewares.length;
    chain.push(catchErrors(step, () => ({ notFound: isInnermost ? this.notFound : null, errorRoute: null })));
    return chain;
  }

  #rootWrappers(): Wrappers<State> {
    return addLayout({ app: this.app, layouts: [] }, this.segment("/").layout);
  }
}

/** Joins two patterns with one slash between them and no slash at the end. */
export function joinPatterns(base: string, pattern: string): string {
  const joined = `${base}/${pattern}`.replace(/\/{2,}/g, "/");
  return joined.length > 1 && joined.endsWith("/") ? joined.slice(0, -1) : joined;
}

/** Splits a pattern into segments. As in Fresh, optional groups do not count, and only a star on its own is the root. */
function splitPattern(pattern: string): string[] {
  if (pattern === "*" || pattern === "/*") return [];
  return pattern.replaceAll(/\{[^}]*\}\??/g, "").split("/").filter((part) => part !== "");
}

function addLayout<State>(wrappers: Wrappers<State>, layout: Segment<State>["layout"]): Wrappers<State> {
  if (layout === null) return wrappers;
  const { app, layouts } = skipWrappers(wrappers, layout.config);
  return { app, layouts: [...layouts, layout.component] };
}

function callNext<State>(ctx: RequestContext<State>): Promise<Response> {
  return ctx.next();
}
