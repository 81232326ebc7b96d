import { define } from "@/lib/define.ts";
import { answerCache } from "@/lib/files/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerCache(ctx, ctx.state.services.files, ctx.params.path);
  },
});
