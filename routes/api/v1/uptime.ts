import { define } from "@/lib/define.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { readUptime } from "@/lib/operator/uptime.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerJson(ctx, readUptime());
  },
});
