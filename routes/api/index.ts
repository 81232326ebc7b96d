import { define } from "@/lib/define.ts";
import { nameApplication } from "@/lib/endpoints/launcher.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { toOverview } from "@/lib/endpoints/overview.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { toRateLimitPolicy } from "@/lib/http/rate_limit.ts";
import { versionInfo } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config } = ctx.state.services;
    const endpoints = nameApplication(ENDPOINTS, config.appName);
    const base = publicBase(ctx.req, config);
    const response = answerJson(ctx, toOverview({ endpoints, version: versionInfo(), base }));
    if (config.rateLimit !== undefined) response.headers.set("ratelimit-policy", toRateLimitPolicy(config.rateLimit));
    return response;
  },
});
