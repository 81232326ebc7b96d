import { define } from "@/lib/define.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { listBans } from "@/lib/operator/status.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerJson(ctx, listBans(ctx.state.services.operator));
  },
});
