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
import { type RenderState, withRenderState } from "./head.ts";
import type { Context, PageProps, RouteComponent, Wrappers } from "./types.ts";

/** The options of {@linkcode renderPage}. */
export interface RenderPageOptions<State> {
  readonly wrappers: Wrappers<State>;
  /** The nonce for inline scripts and styles. */
  readonly nonce: string | null;
  readonly init: ResponseInit;
}

/**
 * Renders a document: `vnode` inside the layouts inside the app wrapper. Each of them may return a response instead.
 *
 * @throws {TypeError} if `vnode` is not JSX
 */
export async function renderPage<State>(
  ctx: Context<State>,
  vnode: VNode | null,
  { wrappers: { app, layouts }, nonce, init }: RenderPageOptions<State>,
): Promise<Response> {
  if (vnode !== null && !isValidElement(vnode)) {
    throw new TypeError(`Cannot render the page: must be JSX, got a value of type "${typeof vnode}"`);
  }
  let inner: VNode | null = vnode;
  for (const layout of layouts.toReversed()) {
    const child = inner;
    const wrapped = await createNode(ctx, layout, { data: null, Component: () => child });
    if (wrapped instanceof Response) return wrapped;
    inner = wrapped;
  }
  let content: ComponentChildren = null;
  const outer = app && await createNode(ctx, app, { data: null, Component: () => h(Fragment, null, content) });
  if (outer instanceof Response) return outer;

  const state: RenderState = { config: ctx.config, nonce, heads: new Map(), seen: new Set() };
  const html = withRenderState(state, () => {
    // The content is rendered first, so that its `<Head>` elements are known when the app wrapper renders the head.
    const page = renderToString(inner ?? h(Fragment, null));
    if (outer === null) return completeDocument(page, state);
    content = jsxTemplate([page]);
    return completeDocument(renderToString(outer), state);
  });
  const headers = new Headers(init.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { ...init, headers });
}

const AsyncFunction = (async () => {}).constructor;

type AsyncComponent<State> = (props: PageProps<unknown, State>) => Promise<VNode | Response | null>;

/** Creates the node of a component. An async component is called now, because Preact cannot wait for it. */
export async function createNode<State>(
  ctx: Context<State>,
  component: RouteComponent<State>,
  { data, Component }: { readonly data: unknown; readonly Component: FunctionComponent },
): Promise<VNode | Response | null> {
  const { config, error, info, isPartial, params, req, route, state, url } = ctx;
  const props = { Component, config, data, error, info, isPartial, params, req, route, state, url };
  if (component instanceof AsyncFunction) return await (component as AsyncComponent<State>)(props);
  return h(component as ComponentType<PageProps<unknown, State>>, props) as VNode;
}

/** Adds the `html`, `head` and `body` elements that the page did not render. */
function completeDocument(html: string, { seen }: RenderState): string {
  const body = seen.has("body") || seen.has("html") ? html : `<body>${html}</body>`;
  const head = seen.has("head") ? "" : renderToString(h("head", null, h("meta", { charset: "utf-8" })));
  return seen.has("html") ? body.replace(/^<html[^>]*>/, (tag) => tag + head) : `<html>${head}${body}</html>`;
}
