import { type ComponentType, Fragment, h, isValidElement, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { withRenderState } from "./head.ts";
import type { AppWrapper, Context, PageProps } from "./types.ts";

/**
 * Renders a document: `vnode` inside the app wrapper.
 *
 * @throws {TypeError} if `vnode` is not JSX
 */
export function renderPage<State>(
  { config, req, route, state, url }: Context<State>,
  vnode: VNode | null,
  { app, init }: { readonly app: AppWrapper<State> | null; readonly init: ResponseInit },
): Response {
  if (vnode !== null && !isValidElement(vnode)) {
    throw new TypeError(`Cannot render the page: must be JSX, got a value of type "${typeof vnode}"`);
  }
  const html = withRenderState({ config, heads: new Map() }, () => {
    // The content is rendered first, so that its `<Head>` elements are known when the app wrapper renders the head.
    const content = renderToString(vnode ?? h(Fragment, null));
    if (app === null) return content;
    const Component = () => h(Fragment, null, jsxTemplate([content]));
    return renderToString(h(app as ComponentType<PageProps<State>>, { Component, config, req, route, state, url }));
  });
  const headers = new Headers(init.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { ...init, headers });
}
