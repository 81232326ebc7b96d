// The types of Fresh's public API. They describe what an application is made of; nothing here exists at run time.
import type { Context } from "./context.ts";

/** The settings of an application. */
export interface ResolvedFreshConfig {
  /** The folder that contains `routes/` and `static/`. The working folder unless the application sets it. */
  root: string;
}

/** Responds to a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The HTTP methods that a route can have a handler for. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

/** Handlers by HTTP method. `GET` also handles `HEAD` unless there is a handler for `HEAD`. */
export type HandlerByMethod<State> = { readonly [M in Method]?: Middleware<State> };

/** The `handler` export of a route file: a function for each method, or one function for every method. */
export type RouteHandler<State> = Middleware<State> | HandlerByMethod<State>;

/** The `config` export of a route file. */
export interface RouteConfig {
  /** The pattern of the route, if the file name cannot express it, such as `/:kind(cat|dog)`. */
  readonly routeOverride?: string;
}
