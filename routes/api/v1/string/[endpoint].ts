import { respondWithDraw } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithDraw(ctx, ctx.state.services, { version: "v1", category: "string", kind: ctx.params.endpoint }),
});
