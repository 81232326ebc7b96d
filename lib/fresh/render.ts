import {
  type ComponentChildren,
  type ComponentType,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
  type VNode,
} from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { type LayoutConfig, type PageProps, type RouteComponent, skipWrappers } from "./components.ts";
import type { PageResponse } from "./handlers.ts";
import "./head.ts";
import type { RequestContext } from "./request_context.ts";
import { type RenderState, withRenderState } from "./render_state.ts";

const AsyncFunction = (async () => {}).constructor;

type AsyncComponent<State> = (props: PageProps<unknown, State>) => Promise<VNode | Response | null>;

/** Renders the page of a route with what its handler returned. */
export async function renderRoute<State>(
  ctx: RequestContext<State>,
  component: RouteComponent<State> | null,
  result: PageResponse<unknown>,
): Promise<Response> {
  ctx.data = result.data;
  const vnode = component === null ? null : await createNode(component, toProps(ctx, result.data, () => null));
  if (vnode instanceof Response) return vnode;
  const init: ResponseInit = { status: result.status ?? 200 };
  if (result.headers !== undefined) init.headers = result.headers;
  return await renderPage(ctx, vnode, { init, config: {} });
}

/**
 * Renders a document: `vnode` inside of its layouts inside of the app wrapper. A layout or the wrapper may answer for
 * itself.
 *
 * @throws {TypeError} when `vnode` is no JSX
 */
export async function renderPage<State>(
  ctx: RequestContext<State>,
  vnode: VNode | null,
  { init, config }: { readonly init: ResponseInit; readonly config: LayoutConfig },
): Promise<Response> {
  if (vnode !== null && !isValidElement(vnode)) {
    throw new TypeError(`Cannot render as JSX is needed: current value is of type "${typeof vnode}"`);
  }
  const { app, layouts } = skipWrappers(ctx.ui, config);
  let inside: VNode | null = vnode;
  for (const layout of layouts.toReversed()) {
    const child = inside;
    const wrapped = await createNode(layout, toProps(ctx, null, () => child));
    if (wrapped instanceof Response) return wrapped;
    inside = wrapped;
  }
  let content: ComponentChildren = null;
  const outside = app === null ? null : await createNode(app, toProps(ctx, null, () => h(Fragment, null, content)));
  if (outside instanceof Response) return outside;

  const state: RenderState = { root: ctx.config.root, nonce: ctx.nonce, heads: new Map(), seen: new Set() };
  const html = withRenderState(state, () => {
    const page = renderToString(inside ?? h(Fragment, null));
    if (outside === null) return complete(page, state);
    content = jsxTemplate([page]);
    return complete(renderToString(outside), state);
  });
  const headers = new Headers(init.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { ...init, headers });
}

/** Puts the outermost elements around a document that lacks them. */
function complete(html: string, { seen }: RenderState): string {
  const body = seen.has("body") || seen.has("html") ? html : `<body>${html}</body>`;
  const head = seen.has("head") ? "" : renderToString(h("head", null, h("meta", { charset: "utf-8" })));
  return seen.has("html") ? body.replace(/^<html[^>]*>/, (tag) => tag + head) : `<html>${head}${body}</html>`;
}

/** Calls an async component at once, as Preact cannot wait; any other becomes a node that is rendered later. */
async function createNode<State>(
  component: RouteComponent<State>,
  props: PageProps<unknown, State>,
): Promise<VNode | Response | null> {
  if (component instanceof AsyncFunction) return await (component as AsyncComponent<State>)(props);
  return h(component as ComponentType<PageProps<unknown, State>>, props) as VNode;
}

function toProps<State>(
  ctx: RequestContext<State>,
  data: unknown,
  Component: FunctionComponent,
): PageProps<unknown, State> {
  const { config, error, info, isPartial, params, req, route, state, url } = ctx;
  return { Component, config, data, error, info, isPartial, params, req, route, state, url };
}
