import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { PAGE_HEADERS } from "@/lib/http/responses.ts";
import { respondWithText } from "@/lib/http/rendered_text.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, content, operator, texts } = ctx.state.services;
    const base = publicOrigin(ctx.req, config);
    const kept = await texts.get(`page ${base}`, {
      charge: (points) => operator.charge(ctx, points),
      async make() {
        // Loaded when first asked for: whoever wakes a sleeping instance waits for no page that is not wanted.
        const { makeLanding } = await import("@/lib/page/landing.tsx");
        return await (await ctx.render(await makeLanding(ctx, { config, content, base }))).text();
      },
    });
    return respondWithText(ctx, kept, { type: "text/html; charset=utf-8", cache: "no-cache", headers: PAGE_HEADERS });
  },
});
