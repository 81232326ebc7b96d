import { define } from "@/lib/define.ts";
import { toOverview } from "@/lib/endpoints/overview.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answerJson } from "@/lib/http/answers.ts";
import { toRateLimitPolicy } from "@/lib/http/rate_limit.ts";
import { versionInfo } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    // Loaded when first asked for: the descriptions are a quarter of a cold start.
    const { ENDPOINTS } = await import("@/lib/endpoints/mod.ts");
    const { nameApplication } = await import("@/lib/endpoints/launcher.ts");
    const endpoints = nameApplication(ENDPOINTS, config.appName);
    const base = publicBase(ctx.req, config);
    const response = answerJson(ctx, toOverview({ endpoints, version: versionInfo(), base }));
    if (config.rateLimit !== undefined) response.headers.set("ratelimit-policy", toRateLimitPolicy(config.rateLimit));
    return response;
  },
});
