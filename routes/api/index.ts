import { define } from "@/lib/define.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { toOverview } from "@/lib/endpoints/overview.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { versionInfo } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  GET(ctx) {
    const base = publicBase(ctx.req, ctx.state.services.config);
    return answerJson(ctx, toOverview({ endpoints: ENDPOINTS, version: versionInfo(), base }));
  },
});
