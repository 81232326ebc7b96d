import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { PAGE_HEADERS } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { access, config, content, texts } = ctx.state.services;
    const origin = publicOrigin(ctx, config);
    const page = await texts.get(`page ${content.version} ${origin}`, {
      type: "text/html; charset=utf-8",
      cache: "no-cache",
      headers: PAGE_HEADERS,
      charge: (points) => access.charge(ctx, points),
      async render() {
        // Imported on the first request, so that a cold start does not wait for a page that nobody requested.
        const { createLandingPage } = await import("@/lib/page/LandingPage.tsx");
        return await (await ctx.render(await createLandingPage({ config, content, origin }))).text();
      },
    });
    return await page.toResponse(ctx);
  },
});
