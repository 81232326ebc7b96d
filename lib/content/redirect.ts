import type { HttpContext } from "@/lib/http/request_state.ts";
import { respond, type ResponseOptions } from "@/lib/http/responses.ts";

/** A redirect to another URL. */
export interface Redirect extends Pick<ResponseOptions, "cache" | "headers"> {
  readonly location: string;
  /** By default 302. */
  readonly status?: number;
  /** The body, for callers that do not follow redirects. */
  readonly text?: string;
}

/** Responds with a redirect. */
export function respondWithRedirect(ctx: HttpContext, redirect: Redirect): Response {
  const { location, status = 302, text = "", cache, headers } = redirect;
  return respond(ctx, text, {
    status,
    type: "text/plain; charset=utf-8",
    cache,
    headers: { ...headers, location },
  });
}
