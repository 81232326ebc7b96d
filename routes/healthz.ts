import { define } from "@/lib/define.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { respond } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { isServing, filters } = ctx.state.services;
    let status = "ok";
    if (filters.pool.isStalled) status = "stalled";
    if (!isServing) status = "stopping";
    const code = status === "ok" ? 200 : 503;
    return respond(ctx, JSON.stringify({ status }), { status: code, type: "application/json", cache: NO_STORE });
  },
});
