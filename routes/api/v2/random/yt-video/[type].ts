import { respondWithDraw, toV2 } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithDraw(ctx, ctx.state.services, toV2("yt-video", ctx.params.type)),
});
