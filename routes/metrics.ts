import { define } from "@/lib/define.ts";
import { NO_STORE, respond } from "@/lib/http/responses.ts";
import { PROMETHEUS_TYPE } from "@/lib/metrics/prometheus.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    await services.access.authenticate(ctx);
    // Imported on the first request, because most instances are never asked for it.
    const { renderMetrics } = await import("@/lib/operator/metrics.ts");
    return respond(ctx, renderMetrics(services), { type: PROMETHEUS_TYPE, cache: NO_STORE });
  },
});
