import { HttpError } from "./http_error.ts";
import { removeSkippedWrappers, type RequestContext, type Step } from "./request_context.ts";
import type { HandlerFn, Method, Route, Wrappers } from "./types.ts";

/** Returns the handler of a route for a method, or `null`. A page without a handler for `GET` gets empty data. */
export function findHandler<State>(route: Route<State>, method: string): HandlerFn<unknown, State> | null {
  const { handler, component } = route;
  if (typeof handler === "function") return handler;
  // Own properties only, because a client may send the method `constructor`.
  const own = handler && Object.hasOwn(handler, method) ? handler[method as Method] : undefined;
  if (own !== undefined) return own;
  return component !== undefined && (handler === undefined || method === "GET") ? () => ({ data: {} }) : null;
}

/** Creates the last step of a chain, which calls `handler`. A response that is not a promise does not become one. */
export function createRouteStep<State>(route: Route<State>, handler: HandlerFn<unknown, State>): Step<State> {
  const step: Step<State> = (ctx) => {
    const result = handler(ctx);
    return result instanceof Response ? result : toResponse(ctx, result, { route, status: 200 });
  };
  const { config } = route;
  if (!config?.skipAppWrapper && !config?.skipInheritedLayouts) return step;
  return (ctx) => runWithWrappers(ctx, removeSkippedWrappers(ctx.wrappers, config), step);
}

/** Renders the page of the route if the handler returned data. */
async function toResponse<State>(
  ctx: RequestContext<State>,
  result: ReturnType<HandlerFn<unknown, State>>,
  { route, status }: { readonly route: Route<State>; readonly status: number },
): Promise<Response> {
  const page = await result;
  if (page instanceof Response) return page;
  if (typeof page !== "object" || page === null) {
    throw new TypeError(`Cannot respond: a handler must return a response or page(), got ${String(page)}`);
  }
  ctx.data = page.data;
  const { createNode } = await import("./render.ts");
  const props = { data: page.data, Component: () => null };
  const vnode = route.component === undefined ? null : await createNode(ctx, route.component, props);
  if (vnode instanceof Response) return vnode;
  return await ctx.render(vnode, { status: page.status ?? status, ...page.headers && { headers: page.headers } });
}

/** Runs `step` with other wrappers around its pages. */
export async function runWithWrappers<State>(
  ctx: RequestContext<State>,
  wrappers: Wrappers<State>,
  step: Step<State>,
): Promise<Response> {
  const outer = ctx.wrappers;
  ctx.wrappers = wrappers;
  try {
    return await step(ctx);
  } finally {
    ctx.wrappers = outer;
  }
}

/** The routes that handle errors. */
export interface ErrorRoutes<State> {
  /** Handles a 404. */
  readonly notFound: Route<State> | null;
  /** Handles any other error. */
  readonly errorRoute: Route<State> | null;
}

/** Wraps a step so that error routes handle its errors. `getRoutes` is called when an error occurs. */
export function catchErrors<State>(step: Step<State>, getRoutes: () => ErrorRoutes<State>): Step<State> {
  return (ctx) => {
    try {
      const result = step(ctx);
      return result instanceof Response ? result : result.catch((error) => handleError(ctx, error, getRoutes()));
    } catch (error) {
      return handleError(ctx, error, getRoutes());
    }
  };
}

/** Responds to an error with its route. @throws the error itself if there is no route for it */
export async function handleError<State>(
  ctx: RequestContext<State>,
  error: unknown,
  { notFound, errorRoute }: ErrorRoutes<State>,
): Promise<Response> {
  ctx.error = error;
  const status = error instanceof HttpError ? error.status : 500;
  const isNotFound = status === 404 && notFound !== null;
  const route = isNotFound ? notFound : errorRoute;
  const { method } = ctx.req;
  const handler = route && (findHandler(route, method) ?? findHandler(route, "GET"));
  if (route === null || handler === null) throw error;
  return await runWithWrappers(ctx, removeSkippedWrappers(ctx.wrappers, route.config), () => {
    // As in Fresh, a page for a 404 has the status 200 unless its handler sets another.
    return toResponse(ctx, handler(ctx), { route, status: isNotFound ? 200 : status });
  });
}
