import { methodNotAllowedError } from "./http_error.ts";
import type { Wrappers } from "./render.ts";
import type { Step } from "./request_context.ts";
import { catchErrors, createRouteStep, type ErrorRoutes, findHandler, runWithWrappers } from "./route.ts";
import { Router } from "./router.ts";
import type { LayoutConfig, Method, Middleware, Route, RouteComponent } from "./types.ts";

/** The steps of a request, outermost first. */
export type Chain<State> = readonly Step<State>[];

/** The chains of one pattern. */
export interface Endpoint<State> {
  readonly pattern: string;
  readonly chains: Map<string, Chain<State>>;
  /** The chain of all other methods. It ends with a 405 or the response to `OPTIONS`. */
  fallback: Chain<State>;
}

/** An application that is ready to respond. */
export interface CompiledApp<State> {
  readonly router: Router<Endpoint<State>>;
  /** The chain of a request that matches no route. */
  readonly unmatched: Chain<State>;
  /** The wrappers of pages that root middlewares render. */
  readonly wrappers: Wrappers<State>;
  /** The routes for errors that leave the chain. */
  readonly errorRoutes: ErrorRoutes<State>;
}

/** One part of a pattern, such as `api` in `/api/v1`, with everything that applies to the routes below it. */
export interface Segment<State> {
  readonly parent: Segment<State> | null;
  readonly children: Map<string, Segment<State>>;
  readonly middlewares: Middleware<State>[];
  layout: { readonly component: RouteComponent<State>; readonly config: LayoutConfig | undefined } | null;
  errorRoute: Route<State> | null;
}

/** The methods of a handler for all methods, in the order of the `Allow` header. */
const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Composes the chain of each route and method once, when the application starts. */
export class Builder<State> {
  /** The segment that contains all others. */
  readonly root: Segment<State> = createSegment(null);
  /** The app wrapper. */
  app: RouteComponent<State> | null = null;
  /** The route that handles a 404 wherever it is thrown. */
  notFound: Route<State> | null = null;
  readonly #endpoints = new Map<string, Endpoint<State>>();
  readonly #basePath: string;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Returns the segment of a pattern and creates it if it is missing. Only a star on its own means the root. */
  segment(pattern: string): Segment<State> {
    let segment = this.root;
    if (pattern === "*" || pattern === "/*") return segment;
    // As in Fresh, middlewares of `/api` also apply to `/api{/:optional}?/endpoint`.
    for (const part of pattern.replaceAll(/\{[^}]*\}\??/g, "").split("/")) {
      if (part === "") continue;
      const child = segment.children.get(part) ?? createSegment(segment);
      segment.children.set(part, child);
      segment = child;
    }
    return segment;
  }

  /** Adds handlers for one method or for all. */
  handle(method: Method | "ALL", pattern: string, handlers: readonly Middleware<State>[]): void {
    const segment = this.segment(pattern);
    const chain = [...this.#approach(segment), this.#boundary(segment, callNext), ...handlers];
    for (const each of method === "ALL" ? METHODS : [method]) this.#addChain(pattern, each, chain);
  }

  /** Adds a route that belongs to the segment of `pattern` and responds at `path`. */
  route(pattern: string, route: Route<State>, path = route.config?.routeOverride ?? pattern): void {
    const segment = this.segment(pattern);
    const approach = this.#approach(segment);
    for (const method of METHODS) {
      const handler = findHandler(route, method);
      if (handler === null) continue;
      const chain = [...approach, this.#boundary(segment, createRouteStep(route, handler))];
      this.#addChain(path, method, chain);
    }
  }

  /** Completes the application. */
  build(): CompiledApp<State> {
    const router = new Router<Endpoint<State>>();
    const unmatched = [...this.root.middlewares];
    for (const endpoint of this.#endpoints.values()) {
      endpoint.fallback = [...unmatched, createMethodFallback(endpoint.chains)];
      router.add(endpoint.pattern, endpoint);
    }
    const { notFound, root: { errorRoute } } = this;
    return { router, unmatched, wrappers: this.#rootWrappers(), errorRoutes: { notFound, errorRoute } };
  }

  /** Adds a chain unless the pattern already has one for this method: the first registration wins. */
  #addChain(pattern: string, method: Method, chain: Chain<State>): void {
    const full = joinPatterns(this.#basePath, pattern);
    const endpoint = this.#endpoints.get(full) ?? { pattern: full, chains: new Map(), fallback: [] };
    this.#endpoints.set(full, endpoint);
    if (!endpoint.chains.has(method)) endpoint.chains.set(method, chain);
  }

  /**
   * Returns the middlewares and error boundaries in front of a route. In Fresh, each segment surrounds its middlewares
   * with a boundary. The server itself is the boundary of the root. A segment without anything of its own needs none,
   * because an inner boundary already handles a 404 and nothing else can be handled there.
   */
  #approach(segment: Segment<State>): Step<State>[] {
    const path: Segment<State>[] = [];
    for (let each = segment; each.parent !== null; each = each.parent) path.unshift(each);
    const steps: Step<State>[] = [...this.root.middlewares];
    let wrappers = this.#rootWrappers();
    for (const each of path) {
      const { errorRoute, layout, middlewares } = each;
      if (errorRoute === null && layout === null && middlewares.length === 0) continue;
      const inner = wrappers = addLayout(wrappers, layout);
      const boundary = catchErrors<State>(callNext, () => ({ notFound: this.notFound, errorRoute }));
      steps.push(layout === null ? boundary : (ctx) => runWithWrappers(ctx, inner, boundary), ...middlewares);
    }
    return steps;
  }

  /** Wraps the last step, because a 404 from a route below the root is handled before it reaches outer middlewares. */
  #boundary(segment: Segment<State>, step: Step<State>): Step<State> {
    const isInnermost = segment !== this.root && segment.middlewares.length === 0;
    return catchErrors(step, () => ({ notFound: isInnermost ? this.notFound : null, errorRoute: null }));
  }

  #rootWrappers(): Wrappers<State> {
    return addLayout({ app: this.app, layouts: [] }, this.root.layout);
  }
}

/** Joins two patterns with one slash between them and no slash at the end. */
export function joinPatterns(base: string, pattern: string): string {
  const joined = `${base}/${pattern}`.replace(/\/{2,}/g, "/");
  return joined.length > 1 && joined.endsWith("/") ? joined.slice(0, -1) : joined;
}

function createSegment<State>(parent: Segment<State> | null): Segment<State> {
  return { parent, children: new Map(), middlewares: [], layout: null, errorRoute: null };
}

function addLayout<State>({ app, layouts }: Wrappers<State>, layout: Segment<State>["layout"]): Wrappers<State> {
  if (layout === null) return { app, layouts };
  const { component, config } = layout;
  return {
    app: config?.skipAppWrapper ? null : app,
    layouts: config?.skipInheritedLayouts ? [component] : [...layouts, component],
  };
}

function callNext<State>(ctx: Parameters<Step<State>>[0]): Promise<Response> {
  return ctx.next();
}

/** Creates the last step for a method without a handler. */
function createMethodFallback<State>(chains: ReadonlyMap<string, Chain<State>>): Step<State> {
  const isAllowed = (method: string) =>
    method === "OPTIONS" || chains.has(method) || (method === "HEAD" && chains.has("GET"));
  const allow = METHODS.filter(isAllowed).join(", ");
  return (ctx) => {
    if (ctx.req.method.toUpperCase() !== "OPTIONS") throw methodNotAllowedError(allow);
    return new Response(null, { status: 204, headers: { allow } });
  };
}
