import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import type { Context } from "@/lib/define.ts";
import { respondWithRendered, type ResponseOptions } from "@/lib/http/respond.ts";
import { PAGE_HEADERS } from "@/lib/http/security_headers.ts";

/** Responds with a page. */
export function respondWithPage(
  ctx: Context,
  options: ResponseOptions & { readonly etag: string },
  createPage: () => VNode,
): Promise<Response> {
  const complete = { ...options, mediaType: "text/html; charset=utf-8", headers: PAGE_HEADERS };
  return respondWithRendered(ctx, complete, () => renderPage(createPage()));
}

/** Renders a complete page as HTML. */
export function renderPage(page: VNode): string {
  return `<!DOCTYPE html>${render(page)}`;
}
