import { define } from "@/lib/define.ts";
import { PAGE_HEADERS } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, content, texts } = ctx.state.services;
    return texts.respond(ctx, {
      name: `page ${content.version}`,
      type: "text/html; charset=utf-8",
      headers: PAGE_HEADERS,
      async render(origin) {
        // Imported here, so that a cold start does not wait for a page that nobody requested.
        const { createLandingPage } = await import("@/lib/page/LandingPage.tsx");
        return await (await ctx.render(await createLandingPage({ config, content, origin }))).text();
      },
    });
  },
});
