import type { VNode } from "preact";
import type { ContentServices } from "@/lib/content/drawings/picture_response.ts";
import { CONTENT_SECURITY } from "@/lib/http/content_security.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { ResponseOptions } from "@/lib/http/responses.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";
import type { FooterLinks } from "@/lib/page/layout/Site.tsx";

/** The context of a request for a page. */
export interface PageContext extends HttpContext {
  /** Renders a page inside the app wrapper, with the status 200. */
  render(page: VNode): Promise<Response>;
}

/** What the page of an animal or a group needs of the service. */
export interface PageServices extends ContentServices {
  readonly config: ContentServices["config"] & FooterLinks;
}

/** The type and the headers of every page. */
export const PAGE_OPTIONS = { type: "text/html; charset=utf-8", headers: CONTENT_SECURITY.page };

/** Returns the HTML of a page. Fresh renders only whole responses, which have neither an entity tag nor our headers. */
export async function renderPage(ctx: PageContext, page: VNode): Promise<string> {
  const response = await ctx.render(page);
  return await response.text();
}

/** Responds with a page of one name or group. Callers can invent any number, so the effort is low. */
export async function respondWithPage(
  ctx: PageContext,
  page: VNode,
  { cache, headers }: Pick<ResponseOptions, "cache" | "headers">,
): Promise<Response> {
  const html = await renderPage(ctx, page);
  const options = { ...PAGE_OPTIONS, cache, headers: { ...PAGE_OPTIONS.headers, ...headers } };
  return await respondWithText(ctx, html, { ...options, effort: "low" });
}
