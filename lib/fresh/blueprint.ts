import type { LayoutConfig, RouteComponent, UiTree } from "./components.ts";
import { type Method, METHODS } from "./handlers.ts";
import { methodNotAllowed } from "./http_error.ts";
import { type Middleware, takesResponse } from "./middleware.ts";
import type { Step } from "./request_context.ts";
import { findHandler, type Route } from "./route.ts";
import { routeStep } from "./route_step.ts";
import { Router } from "./router.ts";
import { approach, createRoot, openSegment, type RootSegment, rootUi } from "./segments.ts";

/** The chain that a request walks along. */
export type Chain<State> = readonly Step<State>[];

/** What is known about one pattern. */
export interface Entry<State> {
  readonly pattern: string;
  /** The chain of each verb. */
  readonly chains: Map<string, Chain<State>>;
  /** The chain of `GET`, kept apart as nearly every request asks for it. */
  get: Chain<State> | null;
  /** Whether `GET` may be answered without a promise: every middleware on its way takes a response as it is. */
  isDirect: boolean;
  /** The chain of every other verb: middlewares, then a 405 or the answer to `OPTIONS`. */
  otherwise: Chain<State>;
}

/** An application ready to answer. */
export interface Plan<State> {
  readonly root: RootSegment<State>;
  readonly router: Router<Entry<State>>;
  /** What a request without a route walks through. */
  readonly unmatched: Chain<State>;
  readonly ui: UiTree<State>;
}

/** Collects what an application consists of and composes, once, the chain of every route and verb. */
export class Blueprint<State> {
  readonly #root = createRoot<State>();
  readonly #entries = new Map<string, Entry<State>>();
  readonly #basePath: string;

  /** Starts with nothing; every pattern lies below `basePath`. */
  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Adds middlewares; routes added before do not get them. */
  use(pattern: string, middlewares: readonly Middleware<State>[]): void {
    openSegment(this.#root, pattern).middlewares.push(...middlewares);
  }

  /** Sets what answers a 404. */
  notFound(route: Route<State>): void {
    this.#root.notFound = route;
  }

  /** Sets what answers the errors below a pattern. */
  onError(pattern: string, route: Route<State>): void {
    openSegment(this.#root, pattern).errorRoute = route;
  }

  /** Sets the wrapper around every page. */
  appWrapper(component: RouteComponent<State>): void {
    this.#root.app = component;
  }

  /** Sets the layout of the pages below a pattern. */
  layout(pattern: string, component: RouteComponent<State>, config: LayoutConfig | undefined): void {
    openSegment(this.#root, pattern).layout = { component, config };
  }

  /** Adds handlers for one verb or for all. */
  handle(method: Method | "ALL", pattern: string, handlers: readonly Middleware<State>[]): void {
    const { steps, last } = approach(this.#root, openSegment(this.#root, pattern));
    const chain = [...steps, ...last === null ? [] : [last], ...handlers];
    const entry = this.#open(pattern, this.#root.middlewares);
    for (const verb of method === "ALL" ? METHODS : [method]) addChain(entry, verb, chain);
  }

  /** Adds a route that lies in the segment of `pattern` and answers at `path`. */
  route(pattern: string, route: Route<State>, path: string = pattern): void {
    const { steps, last } = approach(this.#root, openSegment(this.#root, pattern));
    const entry = this.#open(route.config?.routeOverride ?? path, steps);
    for (const method of METHODS) {
      const handler = findHandler(route, method);
      if (handler === null) continue;
      // The step of the route does itself what its boundary would, and saves every request the way through it.
      addChain(entry, method, [...steps, routeStep(handler, { route, root: this.#root, catches404: last !== null })]);
    }
  }

  /** Finishes the work. */
  build(): Plan<State> {
    const router = new Router<Entry<State>>();
    for (const entry of this.#entries.values()) router.add(entry.pattern, entry);
    return { root: this.#root, router, unmatched: [...this.#root.middlewares], ui: rootUi(this.#root) };
  }

  #open(pattern: string, guards: Chain<State>): Entry<State> {
    const full = joinPattern(this.#basePath, pattern);
    const known = this.#entries.get(full);
    if (known !== undefined) return known;
    const chains = new Map<string, Chain<State>>();
    const entry = { pattern: full, chains, get: null, isDirect: false, otherwise: [...guards, refuseMethod(chains)] };
    this.#entries.set(full, entry);
    return entry;
  }
}

/** Puts a pattern below a path, with one slash between them and none at the end. */
export function joinPattern(base: string, pattern: string): string {
  const joined = `${base}/${pattern}`.replace(/\/{2,}/g, "/");
  return joined.length > 1 && joined.endsWith("/") ? joined.slice(0, -1) : joined;
}

/** A second chain for the same verb and pattern goes on where the first one calls `next()`. */
function addChain<State>(entry: Entry<State>, method: string, chain: Chain<State>): void {
  const all = [...entry.chains.get(method) ?? [], ...chain];
  entry.chains.set(method, all);
  if (method !== "GET") return;
  entry.get = all;
  entry.isDirect = all.slice(0, -1).every(takesResponse);
}

function refuseMethod<State>(chains: ReadonlyMap<string, Chain<State>>): Step<State> {
  return (ctx) => {
    const isAllowed = (method: string) =>
      method === "OPTIONS" || chains.has(method) || (method === "HEAD" && chains.has("GET"));
    const allow = METHODS.filter(isAllowed).join(", ");
    if (ctx.req.method.toUpperCase() !== "OPTIONS") throw methodNotAllowed(allow);
    return new Response(null, { status: 204, headers: { allow } });
  };
}
