import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { respondWithRedirect } from "@/lib/content/redirect.ts";
import type { ContentServices } from "@/lib/content/drawings/picture_response.ts";
import { cacheWithOrigin, ONE_DAY } from "@/lib/http/cache_control.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { pathOf, publicOrigin, toLocalUrl } from "@/lib/http/request_url.ts";

/** Redirects the path of a kind in capitals or in the plural, such as `/Cats/Ada`; `undefined` if it is not one. */
export function redirectToKind(ctx: HttpContext, { config }: Pick<ContentServices, "config">): Response | undefined {
  const path = splitAnimalPath(pathOf(ctx.req.url));
  if (path === undefined || path.word === path.kind) return undefined;
  const { pathname, search } = toLocalUrl(ctx.req.url);
  const segment = splitAnimalPath(pathname)?.segment;
  const location = `/${path.kind}${segment === undefined ? "" : `/${segment}`}${search}`;
  // The body is for programs that do not follow redirects.
  const text = `${publicOrigin(ctx, config)}${location}\n`;
  return respondWithRedirect(ctx, { location, status: 308, cache: cacheWithOrigin(ONE_DAY, config), text });
}
