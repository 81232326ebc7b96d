import { define } from "@/lib/define.ts";
import { answerFilter } from "@/lib/filters/answer.ts";

export const handler = define.handlers({
  GET: (ctx) => answerFilter(ctx, ctx.params.type),
});
