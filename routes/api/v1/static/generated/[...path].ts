import { define } from "@/lib/define.ts";
import { answerGenerated } from "@/lib/files/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerGenerated(ctx, ctx.state.services.files, ctx.params.path);
  },
});
