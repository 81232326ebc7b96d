import { respondWithDraw } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithDraw(ctx, ctx.state.services, { version: "v2", category: "string", kind: ctx.params.type }),
});
