import { define } from "@/lib/define.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { versionInfo } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  GET(ctx) {
    return answerJson(ctx, versionInfo());
  },
});
