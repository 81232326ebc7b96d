import type { RouteConfig } from "fresh";
import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { cacheWithOrigin, ONE_DAY } from "@/lib/http/cache_control.ts";
import { respond } from "@/lib/http/responses.ts";
import { renderSecurityTxt } from "@/lib/endpoints/security_txt.ts";

// Not in a folder `.well-known`: many tools skip folders whose names start with a dot.
export const config: RouteConfig = { routeOverride: "/.well-known/security.txt" };

export const handler = define.handlers({
  GET(ctx) {
    const { config: settings } = ctx.state.services;
    const text = renderSecurityTxt({ ...settings, origin: publicOrigin(ctx, settings) }, new Date());
    return respond(ctx, text, { type: "text/plain; charset=utf-8", cache: cacheWithOrigin(ONE_DAY, settings) });
  },
});
