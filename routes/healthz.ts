import { define } from "@/lib/define.ts";
import { NO_STORE, respond } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { isServing, filters } = ctx.state.services;
    const isExhausted = filters.status().isExhausted;
    const status = !isServing ? "stopping" : isExhausted ? "exhausted" : "ok";
    return respond(ctx, JSON.stringify({ status }), {
      status: status === "ok" ? 200 : 503,
      type: "application/json",
      cache: NO_STORE,
    });
  },
});
