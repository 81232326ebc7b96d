import type { RouteConfig } from "fresh";
import { toSignPattern } from "@/lib/content/drawings/error_picture.ts";
import { define } from "@/lib/define.ts";

export const config: RouteConfig = { routeOverride: toSignPattern("png") };

export const handler = define.handlers({
  async GET(ctx) {
    const picture = await ctx.state.services.content.statusPictures.load(Number(ctx.params.status));
    return await picture.toResponse(ctx);
  },
});
