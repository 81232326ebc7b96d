import { define } from "@/lib/define.ts";
import { nameApplication } from "@/lib/endpoints/launcher.ts";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { publicBase } from "@/lib/http/address.ts";
import { pageHeaders } from "@/lib/http/answers.ts";
import { answerKept } from "@/lib/http/kept_text.ts";
import { LandingPage } from "@/lib/page/LandingPage.tsx";
import { toLimits } from "@/lib/page/limits.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, texts } = ctx.state.services;
    const base = publicBase(ctx.req, config);
    const kept = await texts.get(`page ${base}`, async () => {
      const response = await ctx.render(
        <LandingPage
          endpoints={nameApplication(ENDPOINTS, config.appName)}
          base={base}
          contact={config.contact}
          limits={toLimits(config)}
          filters={[]}
          samples={[]}
        />,
      );
      return await response.text();
    });
    return answerKept(ctx, kept, {
      type: "text/html; charset=utf-8",
      cache: "no-cache",
      headers: pageHeaders(ctx.state),
    });
  },
});
