import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { totalOf } from "@/lib/metrics/prometheus.ts";
import { readMetrics } from "@/lib/operator/metrics.ts";
import { readUptime } from "@/lib/process/uptime.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { services } = ctx.state;
    const { access, config, errors, filters, traffic } = services;
    const metrics = readMetrics(services);
    const refused = totalOf(metrics, "pawkit_refused_requests_total", { reason: "rate_limited" });
    return respondWithJson(ctx, {
      ...readUptime(),
      memory: {
        rss: totalOf(metrics, "process_resident_memory_bytes"),
        heapUsed: totalOf(metrics, "pawkit_heap_used_bytes"),
      },
      requests: traffic.report(),
      filters: filters.status(),
      limits: { points: config.rateLimit ?? null, refused },
      state: access.state,
      bans: totalOf(metrics, "pawkit_bans"),
      ...errors.report(),
    });
  },
});
