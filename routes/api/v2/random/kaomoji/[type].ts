import { respondWithDraw, toV2 } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { content } = ctx.state.services;
    return respondWithDraw(ctx, content, { category: "kaomoji", endpoint: ctx.params.type, envelope: toV2 });
  },
});
