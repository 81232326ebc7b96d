import { respondWithDraw, toV1 } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithDraw(ctx, ctx.state.services, toV1("kaomoji", ctx.params.endpoint)),
});
