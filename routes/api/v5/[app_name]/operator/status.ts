import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readMemory, readUptime } from "@/lib/process/usage.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { access, config, errors, filters, traffic } = ctx.state.services;
    return respondWithJson(ctx, {
      ...readUptime(),
      memory: readMemory(),
      requests: traffic.report(),
      filters: filters.status(),
      limits: { points: config.rateLimit ?? null, refused: errors.count("rate_limited") },
      state: access.state,
      bans: access.bans.list().length,
      ...errors.report(),
    });
  },
});
