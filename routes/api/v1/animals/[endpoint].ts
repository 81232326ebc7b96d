import { createDraw } from "@/lib/content/draw.ts";
import { define } from "@/lib/define.ts";

const draw = createDraw("v1", "animals");

export const handler = define.handlers({
  GET: (ctx) => draw(ctx, ctx.state.services, ctx.params.endpoint),
});
