import type { RouteConfig } from "fresh";
import { respondWithStatusPicture, SIGN_PATTERN } from "@/lib/content/error_picture.ts";
import { define } from "@/lib/define.ts";

export const config: RouteConfig = { routeOverride: SIGN_PATTERN };

export const handler = define.handlers({
  GET: (ctx) => respondWithStatusPicture(ctx, Number(ctx.params.status)),
});
