import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readMemory } from "@/lib/operator/metrics.ts";
import { readUptime } from "@/lib/process/uptime.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { access, config, errorCounts, filters, traffic } = ctx.state.services;
    const report = errorCounts.report();
    return respondWithJson(ctx, {
      ...readUptime(),
      memory: readMemory(),
      requests: traffic.report(),
      filters: filters.status(),
      limits: { points: config.rateLimit ?? null, refused: report.failures.rate_limited ?? 0 },
      state: access.store,
      bans: access.bans.list().length,
      ...report,
    });
  },
});
