import { type ComponentType, Fragment, h, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { withRenderState } from "./head.ts";
import type { AppWrapper, PageProps, ResolvedFreshConfig } from "./types.ts";

/** Renders a document: `page` inside the app wrapper. */
export function renderDocument(page: VNode, app: AppWrapper, config: ResolvedFreshConfig): string {
  return withRenderState({ config, headElements: [] }, () => {
    // The page is rendered first, so that its `<Head>` elements are known when the app wrapper renders the head.
    const content = renderToString(page);
    const Component = () => h(Fragment, null, jsxTemplate([content]));
    return `<!DOCTYPE html>${renderToString(h(app as ComponentType<PageProps>, { Component }))}`;
  });
}
