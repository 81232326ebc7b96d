import type { RouteConfig } from "fresh";
import { respondWithStatusSvg, toSignPattern } from "@/lib/content/drawings/error_picture.ts";
import { define } from "@/lib/define.ts";

export const config: RouteConfig = { routeOverride: toSignPattern("svg") };

export const handler = define.handlers({
  GET: (ctx) => respondWithStatusSvg(ctx, Number(ctx.params.status)),
});
