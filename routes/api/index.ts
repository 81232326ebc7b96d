import { toRateLimitPolicy } from "@/lib/access/points.ts";
import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { cacheWithOrigin, REVALIDATE } from "@/lib/http/cache_control.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    const { rateLimit } = config;
    return renderedTexts.respond(ctx, {
      name: "overview",
      type: "application/json",
      origin: publicOrigin(ctx, config),
      cache: cacheWithOrigin(REVALIDATE, config),
      headers: rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) },
      async render() {
        // Imported here because the descriptions take a quarter of a cold start.
        const { toOverview } = await import("@/lib/endpoints/overview.ts");
        return toSuccessBody(toOverview(config));
      },
    });
  },
});
