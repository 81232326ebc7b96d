import type { Context } from "./context.ts";

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

/** Functions that return their argument unchanged and give it a type. */
export interface Define<State> {
  /** Types the handlers of a route. */
  handlers<Handlers extends RouteHandler<State>>(handlers: Handlers): Handlers;
  /** Types a middleware. */
  middleware<M extends Middleware<State>>(middleware: M): M;
}

/** Creates the `define` helpers of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    middleware: (middleware) => middleware,
  };
}
