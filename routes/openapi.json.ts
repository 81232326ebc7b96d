import { define } from "@/lib/define.ts";
import { localizeEndpoints } from "@/lib/endpoints/mod.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answerKept } from "@/lib/http/kept_text.ts";
import { SERVICE_VERSION } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, texts } = ctx.state.services;
    const base = publicBase(ctx.req, config);
    const kept = await texts.get(`openapi ${base}`, () => {
      const endpoints = localizeEndpoints({ appName: config.appName, base });
      return JSON.stringify(toOpenApi({ endpoints, version: SERVICE_VERSION, base, contact: config.contact }));
    });
    return answerKept(ctx, kept, { type: "application/json", cache: "no-cache" });
  },
});
