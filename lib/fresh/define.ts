import type { AnyComponent } from "preact";
import type { HandlerByMethod, HandlerFn, Middleware, PageProps, PageResponse, RouteHandler } from "./types.ts";

type PageOptions = Omit<PageResponse<unknown>, "data">;

/** Functions that return their argument unchanged and give it a type. */
export interface Define<State> {
  /** Types the handlers of a route. The data of its page is inferred from their return values. */
  handlers<Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
    handlers: Handlers,
  ): typeof handlers;

  /** Types the page of a route. With `define.page<typeof handler>`, `data` has the type that the handlers return. */
  page<
    Handler extends RouteHandler<unknown, State> = never,
    Data = Handler extends HandlerFn<infer Data, State> ? Data
      : Handler extends HandlerByMethod<infer Data, State> ? Data
      : never,
  >(render: AnyComponent<PageProps<Data, State>>): typeof render;

  /** Types a layout. */
  layout(render: AnyComponent<PageProps<unknown, State>>): typeof render;

  /** Types a middleware or a list of them. */
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): typeof middleware;
}

/** Creates the `define` helpers of an application whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    layout: (render) => render,
    middleware: (middleware) => middleware,
  };
}

/** Returns a value with which a handler renders the page of its route with `data`. */
export function page<T>(data: T, options?: PageOptions): PageResponse<T>;
/** Returns a value with which a handler renders the page of its route without data. */
export function page(): PageResponse<undefined>;
export function page<T>(data?: T, options?: PageOptions): PageResponse<T | undefined> {
  return { data, ...options };
}
