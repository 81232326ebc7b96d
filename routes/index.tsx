import { define } from "@/lib/define.ts";
import { publicBase } from "@/lib/http/address.ts";
import { pageHeaders } from "@/lib/http/answers.ts";
import { answerKept } from "@/lib/http/kept_text.ts";
import { LandingPage } from "@/lib/page/LandingPage.tsx";
import { toLimits } from "@/lib/page/limits.ts";
import { drawSamples } from "@/lib/page/samples.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, content, operator, texts } = ctx.state.services;
    const base = publicBase(ctx.req, config);
    const kept = await texts.get(`page ${base}`, {
      charge: (points) => operator.charge(ctx, points),
      async make() {
        // Loaded when first asked for: the descriptions are a quarter of a cold start.
        const { localizeEndpoints } = await import("@/lib/endpoints/mod.ts");
        const endpoints = localizeEndpoints({ appName: config.appName, base });
        const samples = await drawSamples(ctx, content);
        const model = { endpoints, base, contact: config.contact, limits: toLimits(config), samples };
        return await (await ctx.render(<LandingPage {...model} />)).text();
      },
    });
    const headers = pageHeaders(ctx.state);
    return answerKept(ctx, kept, { type: "text/html; charset=utf-8", cache: "no-cache", headers });
  },
});
