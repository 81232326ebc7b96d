import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { access, config, texts } = ctx.state.services;
    const { appName, rateLimit } = config;
    const origin = publicOrigin(ctx, config);
    const overview = await texts.get(`api ${origin}`, {
      type: "application/json",
      cache: "no-cache",
      headers: rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) },
      charge: (points) => access.charge(ctx, points),
      async render() {
        // Imported on the first request because the descriptions take a quarter of a cold start.
        const { toOverview } = await import("@/lib/endpoints/overview.ts");
        return toSuccessBody(toOverview(versionInfo(), { appName, origin }));
      },
    });
    return await overview.toResponse(ctx);
  },
});
