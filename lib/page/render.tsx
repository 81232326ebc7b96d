import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/define.ts";
import { respondFrom, type ResponseOptions } from "@/lib/http/respond.ts";
import { PAGE_HEADERS } from "@/lib/http/security_headers.ts";

/** The rendered pages, cached because most visitors request the same pages. */
const rendered = new LRUCache<string, string>({ maxSize: 4 * 1024 * 1024, sizeCalculation: ({ length }) => length });

/** Responds with a page. The same entity tag means the same page, so it is rendered once. */
export function respondWithPage(
  ctx: Context,
  options: ResponseOptions & { readonly etag: string },
  createPage: () => VNode,
): Promise<Response> {
  const complete = { ...options, mediaType: "text/html; charset=utf-8", headers: PAGE_HEADERS };
  return respondFrom(ctx, complete, () => {
    const page = rendered.get(options.etag) ?? renderPage(createPage());
    rendered.set(options.etag, page);
    return page;
  });
}

/** Renders a complete page as HTML. */
export function renderPage(page: VNode): string {
  return `<!DOCTYPE html>${render(page)}`;
}
