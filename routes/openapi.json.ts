import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { respondWithText } from "@/lib/http/rendered_text.ts";
import { SERVICE_VERSION } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, operator, texts } = ctx.state.services;
    const base = publicOrigin(ctx.req, config);
    const kept = await texts.get(`openapi ${base}`, {
      charge: (points) => operator.charge(ctx, points),
      async make() {
        // Loaded when first asked for: the descriptions are a quarter of a cold start.
        const { localizeEndpoints } = await import("@/lib/endpoints/mod.ts");
        const { toOpenApi } = await import("@/lib/endpoints/openapi.ts");
        const endpoints = localizeEndpoints({ appName: config.appName, base });
        return JSON.stringify(toOpenApi({ endpoints, version: SERVICE_VERSION, base, contact: config.contact }));
      },
    });
    return respondWithText(ctx, kept, { type: "application/json", cache: "no-cache" });
  },
});
