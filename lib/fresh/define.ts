import type { Context } from "./context.ts";

/** Responds to a request, or passes it on with `ctx.next()`. The handler of a route responds to every method. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The `config` export of a route file. */
export interface RouteConfig {
  /** The pattern of the route, if the file name cannot express it, such as `/:kind(cat|dog)`. */
  readonly routeOverride?: string;
}

/** Functions that return their argument unchanged and give it a type. */
export interface Define<State> {
  /** Types a middleware. */
  middleware<M extends Middleware<State>>(middleware: M): M;
}

/** Creates the `define` helpers of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return { middleware: (middleware) => middleware };
}
