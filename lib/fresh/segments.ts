import type { LayoutConfig, RouteComponent, UiTree } from "./components.ts";
import { HttpError } from "./http_error.ts";
import type { Middleware } from "./middleware.ts";
import type { RequestContext, Step } from "./request_context.ts";
import { answerRoute, type Route } from "./route.ts";

/** One part of the patterns of routes, such as `api` in `/api/v1`, and what holds below it. */
export interface Segment<State> {
  readonly parent: Segment<State> | null;
  readonly children: Map<string, Segment<State>>;
  readonly middlewares: Middleware<State>[];
  layout: { readonly component: RouteComponent<State>; readonly config: LayoutConfig | undefined } | null;
  errorRoute: Route<State> | null;
}

/** The top of the application. */
export interface RootSegment<State> extends Segment<State> {
  /** The wrapper around every page. */
  app: RouteComponent<State> | null;
  /** What answers a 404, wherever it was thrown. */
  notFound: Route<State> | null;
}

/** Makes the top of an application. */
export function createRoot<State>(): RootSegment<State> {
  return { ...createSegment<State>(null), app: null, notFound: null };
}

function createSegment<State>(parent: Segment<State> | null): Segment<State> {
  return { parent, children: new Map(), middlewares: [], layout: null, errorRoute: null };
}

/** Finds the segment that a pattern leads to, and makes it and those above it where they are missing. */
export function openSegment<State>(root: RootSegment<State>, pattern: string): Segment<State> {
  let segment: Segment<State> = root;
  for (const part of pattern.split("/")) {
    // A star stands for everything below, which is the segment itself.
    if (part === "" || part === "*") continue;
    const child = segment.children.get(part) ?? createSegment(segment);
    segment.children.set(part, child);
    segment = child;
  }
  return segment;
}

/** What stands between the server and a route. */
export interface Approach<State> {
  /** The middlewares and boundaries, the outermost first. */
  readonly steps: readonly Step<State>[];
  /** The boundary right around the route, if all it has to do is to answer a 404 that the route throws. */
  readonly last: Step<State> | null;
}

/**
 * Lists what a request to a route in `segment` walks through. Each segment has a boundary, which renders its error
 * page and the one for a 404, and inside of it its middlewares. The boundary of the root is the server's own, and one
 * that directly surrounds another has nothing to do and is left out.
 */
export function approach<State>(root: RootSegment<State>, segment: Segment<State>): Approach<State> {
  const path: Segment<State>[] = [];
  for (let at = segment; at.parent !== null; at = at.parent) path.unshift(at);
  const steps: Step<State>[] = [...root.middlewares];
  let ui = rootUi(root);
  for (const at of path) {
    if (isPlain(at)) continue;
    ui = uiOf(at, ui);
    steps.push(boundary(root, at.errorRoute, ui), ...at.middlewares);
  }
  return { steps, last: segment !== root && isPlain(segment) ? boundary(root, null, ui) : null };
}

function isPlain<State>(segment: Segment<State>): boolean {
  return segment.middlewares.length === 0 && segment.errorRoute === null && segment.layout === null;
}

/** The wrappers inside of a segment. */
function uiOf<State>(segment: Segment<State>, ui: UiTree<State>): UiTree<State> {
  if (segment.layout === null) return ui;
  const { component, config } = segment.layout;
  return {
    app: config?.skipAppWrapper ? null : ui.app,
    layouts: config?.skipInheritedLayouts ? [component] : [...ui.layouts, component],
  };
}

/** The wrappers of what is rendered at the top: by its middlewares, and for what was not found. */
export function rootUi<State>(root: RootSegment<State>): UiTree<State> {
  return uiOf(root, { app: root.app, layouts: [] });
}

function boundary<State>(root: RootSegment<State>, errorRoute: Route<State> | null, ui: UiTree<State>): Step<State> {
  return async (ctx) => {
    const outer = ctx.ui;
    ctx.ui = ui;
    try {
      return await ctx.next();
    } catch (error) {
      ctx.ui = ui;
      return await recover(ctx, error, { root, errorRoute });
    } finally {
      ctx.ui = outer;
    }
  };
}

/**
 * Answers an error by the page for it.
 *
 * @throws the error itself when there is no page for it
 */
export async function recover<State>(
  ctx: RequestContext<State>,
  error: unknown,
  { root, errorRoute }: { readonly root: RootSegment<State>; readonly errorRoute: Route<State> | null },
): Promise<Response> {
  ctx.error = error;
  const status = error instanceof HttpError ? error.status : 500;
  if (status === 404 && root.notFound !== null) return await answerRoute(ctx, root.notFound, 200);
  if (errorRoute !== null) return await answerRoute(ctx, errorRoute, status);
  throw error;
}
