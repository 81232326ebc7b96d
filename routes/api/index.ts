import { define } from "@/lib/define.ts";
import { toOverview } from "@/lib/endpoints/overview.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    // Imported on the first request because the descriptions take a quarter of a cold start.
    const { ENDPOINTS } = await import("@/lib/endpoints/mod.ts");
    const { nameApplication } = await import("@/lib/endpoints/launcher.ts");
    const endpoints = nameApplication(ENDPOINTS, config.appName);
    const origin = publicOrigin(ctx.req, config);
    const response = respondWithJson(ctx, toOverview({ endpoints, version: versionInfo(), base: origin }));
    if (config.rateLimit !== undefined) response.headers.set("ratelimit-policy", toRateLimitPolicy(config.rateLimit));
    return response;
  },
});
