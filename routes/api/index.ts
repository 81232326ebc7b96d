import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { define } from "@/lib/define.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config: { appName, rateLimit }, texts } = ctx.state.services;
    return texts.respond(ctx, {
      name: "api",
      type: "application/json",
      headers: rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) },
      async render(origin) {
        // Imported here because the descriptions take a quarter of a cold start.
        const { toOverview } = await import("@/lib/endpoints/overview.ts");
        return toSuccessBody(toOverview(versionInfo(), { appName, origin }));
      },
    });
  },
});
