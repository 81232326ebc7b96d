import { define } from "@/lib/define.ts";
import { answerLogs } from "@/lib/files/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerLogs(ctx, ctx.state.services.files, ctx.params.fileName);
  },
});
