import { respondWithRedirect } from "@/lib/content/redirect_response.ts";
import { define } from "@/lib/define.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";

export const handler = define.handlers({
  // The page documents every endpoint.
  GET: (ctx) => respondWithRedirect(ctx, { location: "/", cache: NO_STORE }),
});
