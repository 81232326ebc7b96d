import type { RouteConfig } from "fresh";
import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { ONE_DAY, respond } from "@/lib/http/responses.ts";
import { renderSecurityTxt } from "@/lib/endpoints/security_txt.ts";

// Not in a folder `.well-known`: many tools skip folders whose names start with a dot.
export const config: RouteConfig = { routeOverride: "/.well-known/security.txt" };

export const handler = define.handlers({
  GET(ctx) {
    const { services } = ctx.state;
    const options = { ...services.config, origin: publicOrigin(ctx, services.config) };
    const text = renderSecurityTxt(options, new Date());
    return respond(ctx, text, { type: "text/plain; charset=utf-8", cache: ONE_DAY });
  },
});
