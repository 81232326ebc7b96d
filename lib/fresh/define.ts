import type { AnyComponent } from "preact";
import type { HandlerByMethod, Middleware, PageProps } from "./types.ts";

/** Functions that return their argument unchanged and give it a type. */
export interface Define<State> {
  /** Types the handlers of a route. */
  handlers<Handlers extends HandlerByMethod<State>>(handlers: Handlers): Handlers;
  /** Types the app wrapper. */
  page(render: AnyComponent<PageProps<State>>): typeof render;
  /** Types a middleware or a list of them. */
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): M;
}

/** Creates the `define` helpers of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    middleware: (middleware) => middleware,
  };
}
