import { toRateLimitPolicy } from "@/lib/access/points.ts";
import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { cacheWithOrigin, REVALIDATE } from "@/lib/http/cache_control.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";
import { toSuccessBody } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config } = ctx.state.services;
    const { rateLimit } = config;
    // Imported here because the descriptions take a quarter of a cold start.
    const { toOverview } = await import("@/lib/endpoints/overview.ts");
    const body = toSuccessBody(toOverview(config, publicOrigin(ctx, config)));
    const headers = rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) };
    const options = { type: "application/json", cache: cacheWithOrigin(REVALIDATE, config), headers };
    // Without BASE_URL the body has the host of the caller, who can invent one for each request.
    return await respondWithText(ctx, body, { ...options, effort: config.baseUrl === undefined ? "low" : "normal" });
  },
});
