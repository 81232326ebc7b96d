import type { RouteConfig } from "fresh";
import { define } from "@/lib/define.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answer, ONE_DAY } from "@/lib/http/answers.ts";
import { renderSecurityTxt } from "@/lib/http/security_txt.ts";

// A folder whose name begins with a dot is easily lost on the way, so the file lies here.
export const config: RouteConfig = { routeOverride: "/.well-known/security.txt" };

export const handler = define.handlers({
  GET(ctx) {
    const { config } = ctx.state.services;
    const base = publicBase(ctx.req, config);
    const text = renderSecurityTxt({ contact: config.contact ?? `${base}/#policy`, base, now: new Date() });
    return answer(ctx, text, { type: "text/plain; charset=utf-8", cache: ONE_DAY });
  },
});
