import { define } from "@/lib/define.ts";
import { toOverview } from "@/lib/endpoints/overview.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    // Loaded when first asked for: the descriptions are a quarter of a cold start.
    const { ENDPOINTS } = await import("@/lib/endpoints/mod.ts");
    const { nameApplication } = await import("@/lib/endpoints/launcher.ts");
    const endpoints = nameApplication(ENDPOINTS, config.appName);
    const base = publicOrigin(ctx.req, config);
    const response = respondWithJson(ctx, toOverview({ endpoints, version: versionInfo(), base }));
    if (config.rateLimit !== undefined) response.headers.set("ratelimit-policy", toRateLimitPolicy(config.rateLimit));
    return response;
  },
});
