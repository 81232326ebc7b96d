import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { SERVICE_VERSION } from "@/lib/process/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { access, config, texts } = ctx.state.services;
    const origin = publicOrigin(ctx, config);
    const document = await texts.get(`openapi ${origin}`, {
      type: "application/json",
      cache: "no-cache",
      charge: (points) => access.charge(ctx, points),
      async render() {
        // Imported on the first request because the descriptions take a quarter of a cold start.
        const { toOpenApi } = await import("@/lib/endpoints/openapi.ts");
        const { appName, contact } = config;
        return JSON.stringify(toOpenApi({ version: SERVICE_VERSION, appName, origin, contact }));
      },
    });
    return await document.toResponse(ctx);
  },
});
