import { toRateLimitPolicy } from "@/lib/access/points.ts";
import { define } from "@/lib/define.ts";
import { cacheWithOrigin, publicOrigin } from "@/lib/http/request_url.ts";
import { respondWithText, REVALIDATE, toSuccessBody } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    const { rateLimit } = config;
    // Imported here because the descriptions take a quarter of a cold start.
    const { toOverview } = await import("@/lib/endpoints/overview.ts");
    const body = toSuccessBody(toOverview(config, publicOrigin(ctx, config)));
    const headers = rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) };
    const options = { type: "application/json", cache: cacheWithOrigin(REVALIDATE, config), headers };
    return await respondWithText(ctx, body, options);
  },
});
