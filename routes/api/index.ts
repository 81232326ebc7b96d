import { toRateLimitPolicy } from "@/lib/access/rate_limit.ts";
import { define } from "@/lib/define.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    const { rateLimit } = config;
    return renderedTexts.respond(ctx, {
      name: "api",
      type: "application/json",
      headers: rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) },
      async render(origin) {
        // Imported here because the descriptions take a quarter of a cold start.
        const { toOverview } = await import("@/lib/endpoints/overview.ts");
        return toSuccessBody(toOverview({ ...config, origin }));
      },
    });
  },
});
