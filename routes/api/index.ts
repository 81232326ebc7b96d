import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    // Imported on the first request because the descriptions take a quarter of a cold start.
    const { toOverview } = await import("@/lib/endpoints/overview.ts");
    const origin = publicOrigin(ctx, config);
    const response = respondWithJson(ctx, toOverview(versionInfo(), { appName: config.appName, origin }));
    if (config.rateLimit !== undefined) response.headers.set("ratelimit-policy", toRateLimitPolicy(config.rateLimit));
    return response;
  },
});
