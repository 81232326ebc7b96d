import type { AppWrapper, HandlerByMethod, Middleware } from "./types.ts";

/** Functions that return their argument unchanged and give it a type. */
export interface Define<State> {
  /** Types the handlers of a route. */
  handlers<Handlers extends HandlerByMethod<State>>(handlers: Handlers): Handlers;
  /** Types the app wrapper. */
  page(render: AppWrapper): AppWrapper;
  /** Types a middleware. */
  middleware(middleware: Middleware<State>): Middleware<State>;
}

/** Creates the `define` helpers of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    middleware: (middleware) => middleware,
  };
}
