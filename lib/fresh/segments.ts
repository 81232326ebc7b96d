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
export function openSegment<State>(root: RootSegment<State>, parts: readonly string[]): Segment<State> {
  let segment: Segment<State> = root;
  for (const part of parts) {
    const child = segment.children.get(part) ?? createSegment(segment);
    segment.children.set(part, child);
    segment = child;
  }
  return segment;
}

/** The parts of a pattern; without the last one when it names the route itself. */
export function splitPattern(pattern: string, includeLast: boolean): readonly string[] {
  const parts = pattern.split("/").slice(pattern.startsWith("/") ? 1 : 0);
  if (!includeLast) parts.pop();
  return parts.filter((part) => part !== "" && part !== "*");
}

/** What stands between the server and a route. */
export interface Approach<State> {
  /** The middlewares and boundaries, the outermost first. */
  readonly steps: readonly Step<State>[];
  /**
   * Whether the route itself has to see to its 404: the boundary of its segment has nothing else to do, so that it
   * needs no step of its own. At the top, where the server's own boundary follows the middlewares, it is not so.
   */
  readonly catches404: boolean;
}

/**
 * Lists what a request to a route in `segment` walks through. Each segment has a boundary, which renders its error
 * page and the one for a 404, and inside of it its middlewares. The boundary of the root is the server's own.
 */
export function approach<State>(root: RootSegment<State>, segment: Segment<State>): Approach<State> {
  const path: Segment<State>[] = [];
  for (let at: Segment<State> | null = segment; at !== null; at = at.parent) path.unshift(at);
  const steps: Step<State>[] = [...root.middlewares];
  let ui = rootUi(root);
  let isOpen = false;
  for (const at of path.slice(1)) {
    isOpen = at.middlewares.length === 0 && at.errorRoute === null && at.layout === null;
    if (isOpen) continue;
    ui = uiOf(at, ui);
    steps.push(boundary(root, at.errorRoute, ui), ...at.middlewares);
  }
  return { steps, catches404: isOpen };
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
