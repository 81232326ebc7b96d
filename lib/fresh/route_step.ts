import { skipWrappers } from "./components.ts";
import type { HandlerFn, PageResponse } from "./handlers.ts";
import { HttpError } from "./http_error.ts";
import type { RequestContext, Step } from "./request_context.ts";
import { type Route, toResponse } from "./route.ts";
import { recover, type RootSegment } from "./segments.ts";

/** What a step at the end of a chain is made from. */
export interface RouteStepOptions<State> {
  /** The route, for its page and its wrappers. */
  readonly route: Route<State>;
  /** The top of the application. */
  readonly root: RootSegment<State>;
  /** Whether a 404 thrown here is answered here. */
  readonly catches404: boolean;
}

/**
 * Makes the step that calls a route's handler. A response that is there at once goes back as it is: only data, promises
 * and errors cost anything more.
 */
export function routeStep<State>(handler: HandlerFn<unknown, State>, options: RouteStepOptions<State>): Step<State> {
  const { config } = options.route;
  const step: Step<State> = (ctx) => {
    let result;
    try {
      result = handler(ctx);
    } catch (error) {
      return fail(ctx, error, options);
    }
    return result instanceof Response ? result : settle(ctx, result, options);
  };
  return config?.skipAppWrapper || config?.skipInheritedLayouts ? withWrappersSkipped(step, options.route) : step;
}

async function settle<State>(
  ctx: RequestContext<State>,
  result: PageResponse<unknown> | Promise<Response | PageResponse<unknown>>,
  options: RouteStepOptions<State>,
): Promise<Response> {
  try {
    const settled = await result;
    if (settled instanceof Response) return settled;
    return await toResponse(ctx, settled, { route: options.route, status: 200 });
  } catch (error) {
    return await fail(ctx, error, options);
  }
}

function fail<State>(ctx: RequestContext<State>, error: unknown, options: RouteStepOptions<State>): Promise<Response> {
  ctx.error = error;
  const isMissing = options.catches404 && error instanceof HttpError && error.status === 404;
  return isMissing ? recover(ctx, error, { root: options.root, errorRoute: null }) : Promise.reject(error);
}

function withWrappersSkipped<State>(step: Step<State>, route: Route<State>): Step<State> {
  return async (ctx) => {
    const ui = ctx.ui;
    ctx.ui = skipWrappers(ui, route.config);
    try {
      return await step(ctx);
    } finally {
      ctx.ui = ui;
    }
  };
}
