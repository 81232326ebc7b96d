import type { AnyComponent } from "preact";
import type { PageProps } from "./components.ts";
import type { HandlerByMethod, HandlerFn, RouteHandler } from "./handlers.ts";
import type { Middleware } from "./middleware.ts";

/** Functions that hand back what they are given and tell the compiler what it is. */
export interface Define<State> {
  /** Types the handlers of a route; the data of its page is inferred from what they return. */
  handlers<Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
    handlers: Handlers,
  ): typeof handlers;

  /** Types the page of a route; `define.page<typeof handler>` knows the data that the handlers return. */
  page<
    Handler extends RouteHandler<unknown, State> = never,
    Data = Handler extends HandlerFn<infer Data, State> ? Data
      : Handler extends HandlerByMethod<infer Data, State> ? Data
      : never,
  >(render: AnyComponent<PageProps<Data, State>>): typeof render;

  /** Types a layout. */
  layout(render: AnyComponent<PageProps<unknown, State>>): typeof render;

  /** Types a middleware or several. */
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): typeof middleware;
}

/** Makes the `define` of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    layout: (render) => render,
    middleware: (middleware) => middleware,
  };
}
