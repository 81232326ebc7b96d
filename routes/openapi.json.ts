import { define } from "@/lib/define.ts";
import { nameApplication } from "@/lib/endpoints/launcher.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { toOpenApi } from "@/lib/endpoints/openapi.ts";
import { publicBase } from "@/lib/http/address.ts";
import { answerKept } from "@/lib/http/kept_text.ts";
import { SERVICE_VERSION } from "@/lib/operator/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, texts } = ctx.state.services;
    const base = publicBase(ctx.req, config);
    const contact = config.contact ?? `${base}/#policy`;
    const endpoints = nameApplication(ENDPOINTS, config.appName);
    const kept = await texts.get(`openapi ${base}`, () => {
      return JSON.stringify(toOpenApi({ endpoints, version: SERVICE_VERSION, base, contact }));
    });
    return answerKept(ctx, kept, { type: "application/json", cache: "no-cache" });
  },
});
