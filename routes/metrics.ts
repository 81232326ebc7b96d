import { define } from "@/lib/define.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { respond } from "@/lib/http/responses.ts";
import { formatMetrics, PROMETHEUS_TYPE } from "@/lib/metrics/prometheus.ts";
import { readMetrics } from "@/lib/operator/metrics.ts";

export const handler = define.handlers({
  GET(ctx) {
    const metrics = readMetrics(ctx.state.services);
    return respond(ctx, formatMetrics(metrics), { type: PROMETHEUS_TYPE, cache: NO_STORE });
  },
});
