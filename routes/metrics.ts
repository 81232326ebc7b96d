import { define } from "@/lib/define.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { respond } from "@/lib/http/responses.ts";
import { formatMetrics, PROMETHEUS_TYPE } from "@/lib/metrics/prometheus.ts";
import { readMetrics } from "@/lib/operator/metrics.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    await services.access.requireOperatorToken().authenticate(ctx);
    return respond(ctx, formatMetrics(readMetrics(services)), { type: PROMETHEUS_TYPE, cache: NO_STORE });
  },
});
