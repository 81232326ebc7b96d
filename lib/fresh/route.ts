import type { LayoutConfig, RouteComponent } from "./components.ts";
import { skipWrappers } from "./components.ts";
import type { HandlerByMethod, HandlerFn, Method, PageResponse, RouteHandler } from "./handlers.ts";
import type { RequestContext } from "./request_context.ts";

/** What a route file may export as `config`. */
export interface RouteConfig extends LayoutConfig {
  /** The pattern of the route, where the name of its file cannot say it. */
  routeOverride?: string;
  /** Kept for Fresh, where a route that is loaded late has to tell its verbs. */
  methods?: "ALL" | Method[];
}

/** What answers at one place: a handler, a page, or both. */
export interface Route<State> {
  /** The page. */
  component?: RouteComponent<State> | undefined;
  /** Where it lies and what it is wrapped in. */
  config?: RouteConfig | undefined;
  /** The handler or handlers. */
  handler?: RouteHandler<unknown, State> | undefined;
}

/** The handler of a route without one: its page, without data. */
function renderWithoutData(): PageResponse<unknown> {
  return { data: {} };
}

/** Finds what answers a verb; a page without a `GET` handler is shown without data. */
export function findHandler<State>(route: Route<State>, method: string): HandlerFn<unknown, State> | null {
  const { handler, component } = route;
  if (typeof handler === "function") return handler;
  const own = handlerOf(handler, method) ?? (method === "HEAD" ? handlerOf(handler, "GET") : undefined);
  if (own !== undefined) return own;
  const isShown = handler === undefined || method === "GET" || method === "HEAD";
  return component !== undefined && isShown ? renderWithoutData : null;
}

/** Looks at the object's own fields only: a client may well use the verb `constructor`. */
function handlerOf<State>(
  handlers: HandlerByMethod<unknown, State> | undefined,
  method: string,
): HandlerFn<unknown, State> | undefined {
  const byMethod: Readonly<Record<string, HandlerFn<unknown, State> | undefined>> = handlers ?? {};
  return Object.hasOwn(byMethod, method) ? byMethod[method] : undefined;
}

/** Answers with an error page or a page for what was not found. */
export async function answerRoute<State>(
  ctx: RequestContext<State>,
  route: Route<State>,
  status: number,
): Promise<Response> {
  const handler = findHandler(route, ctx.req.method) ?? findHandler(route, "GET");
  if (handler === null) throw ctx.error;
  const ui = ctx.ui;
  try {
    ctx.ui = skipWrappers(ui, route.config);
    return await toResponse(ctx, await handler(ctx), { route, status });
  } finally {
    ctx.ui = ui;
  }
}

/** Turns what a handler returned into a response, by rendering the page of its route where it returned data. */
export async function toResponse<State>(
  ctx: RequestContext<State>,
  result: Response | PageResponse<unknown>,
  { route, status }: { readonly route: Route<State>; readonly status: number },
): Promise<Response> {
  if (result instanceof Response) return result;
  if (typeof result !== "object" || result === null) {
    throw new TypeError(`Cannot answer as a handler must return a response or page(): it returned ${String(result)}`);
  }
  const { renderRoute } = await import("./render.ts");
  return await renderRoute(ctx, route.component ?? null, { ...result, status: result.status ?? status });
}
