import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readMemory } from "@/lib/operator/metrics.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";
import { readUptime } from "@/lib/process/uptime.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { access, commit, config, errorCounts, filters, launcher, traffic } = ctx.state.services;
    const report = errorCounts.report();
    return respondWithJson(ctx, {
      version: SERVICE_INFO.version,
      commit,
      ...readUptime(),
      memory: readMemory(),
      requests: traffic.report(),
      filters: filters.status(),
      limits: { points: config.rateLimit ?? null, refused: report.failures.rate_limited ?? 0 },
      state: access.store,
      launcher: { ignored: launcher.ignored },
      bans: access.bans.list().length,
      ...report,
    });
  },
});
