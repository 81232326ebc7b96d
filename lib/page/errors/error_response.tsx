import { drawErrorSign } from "@pawkit/animals/error_sign";
import { SIGN_HEADERS, type StatusPictures } from "@/lib/content/drawings/error_picture.ts";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { readAccept, showsSvgErrors, wantsImage } from "@/lib/http/negotiation.ts";
import { requestIdOf } from "@/lib/http/request_state.ts";
import { pathOf, toLocalUrl } from "@/lib/http/request_url.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { respond, respondWithError } from "@/lib/http/responses.ts";
import { didYouMean } from "@/lib/text/suggestion.ts";
import { hasErrorPage, renderErrorPage } from "@/lib/page/errors/error_page.ts";
import { isMistake, MistakePage } from "@/lib/page/errors/MistakePage.tsx";
import { suggestionOf } from "@/lib/page/errors/working_address.ts";
import { PAGE_OPTIONS, type PageContext, renderPage } from "@/lib/page/layout/render_page.ts";
import type { FooterLinks } from "@/lib/page/layout/Site.tsx";

/** An error, and what its response needs. */
export interface ErrorResponseOptions {
  readonly error: ApiError;
  /** Whether the error is the 404 of a path that does not exist, for which people get a page. */
  readonly isUnknownPath: boolean;
  readonly pictures: StatusPictures;
  readonly links: FooterLinks;
}

/** With this parameter an error is never a picture, so that `onerror` of an `<img>` fires. */
const NO_FALLBACK = /[?&]fallback=none(?:&|$)/;

/** Responds with an error: as JSON, as a picture where one was wanted or, where a person may read it, as a page. */
export async function respondWithErrorOrPage(ctx: PageContext, options: ErrorResponseOptions): Promise<Response> {
  const { error, isUnknownPath, pictures, links } = options;
  if (NO_FALLBACK.test(ctx.req.url)) return respondWithError(ctx, error);
  if (wantsImage(ctx.req)) return respondWithSign(ctx, error, pictures);
  const isWrongAddress = isUnknownPath || isMistake(error);
  if (!isPageRequest(ctx) || !(isWrongAddress || hasErrorPage(error))) return respondWithError(ctx, error);
  const requestId = requestIdOf(ctx);
  const html = isWrongAddress
    ? await renderPage(ctx, <MistakePage error={error} url={toLocalUrl(ctx.req.url)} links={links} />)
    : renderErrorPage(error, requestId);
  const security = isWrongAddress ? CONTENT_SECURITY.page : CONTENT_SECURITY.standalonePage;
  const headers = { ...security, ...error.headers, "x-request-id": requestId };
  return respond(ctx, html, { ...PAGE_OPTIONS, status: error.status, cache: NO_STORE, headers });
}

/** The errors whose picture has no message: a refused client can ask for many, and none should learn from them. */
const SILENT: readonly ErrorCode[] = ["authentication_required", "banned", "rate_limited"];

/** Responds with a picture: the SVG of the error, the PNG of its status or, until that is rendered, JSON. */
function respondWithSign(ctx: PageContext, error: ApiError, pictures: StatusPictures): Response {
  const { status, code } = error;
  const headers = { ...error.headers, "x-request-id": requestIdOf(ctx) };
  if (showsSvgErrors(ctx.req)) {
    const svg = drawErrorSign({ status, code, message: SILENT.includes(code) ? undefined : toSignMessage(error) });
    const type = "image/svg+xml";
    return respond(ctx, svg, { status, type, cache: NO_STORE, headers: { ...SIGN_HEADERS, ...headers } });
  }
  const picture = pictures.find(status);
  if (picture === undefined) return respondWithError(ctx, error);
  const { type } = picture.options;
  return respond(ctx, picture.read(), { status, type, cache: NO_STORE, headers: { ...PICTURE_HEADERS, ...headers } });
}

// A sign is small. With a suggestion, the middle of the message is left out, which lists what is allowed.
function toSignMessage(error: ApiError): string {
  const suggestion = suggestionOf(error);
  if (suggestion === undefined) return error.message;
  const [problem] = error.message.split(": ", 1);
  return problem + didYouMean(suggestion);
}

/** Whether a URL is for programs: below `/api`, in any case, or the OpenAPI document. Errors there are never pages. */
function isApiUrl(url: string): boolean {
  return /^\/+(api(\/|$)|openapi\.json\/?$)/i.test(pathOf(url));
}

// Whether a person opens a page, or looks for one, in a browser.
function isPageRequest({ req, state: { route } }: PageContext): boolean {
  const isPage = route === null ? !isApiUrl(req.url) : PATHS[route]?.isPage ?? false;
  const { html, json } = readAccept(req);
  return isPage && html > 0 && html >= json;
}
