import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readMemory } from "@/lib/process/memory.ts";
import { readUptime } from "@/lib/process/uptime.ts";

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
