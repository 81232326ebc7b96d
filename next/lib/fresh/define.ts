import type { Middleware, RouteHandler } from "./types.ts";

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
