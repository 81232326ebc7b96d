import { Head } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { CONTENT_SECURITY } from "@/lib/http/content_security.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, content, renderedTexts } = ctx.state.services;
    return renderedTexts.respond(ctx, {
      name: `page ${content.version}`,
      type: "text/html; charset=utf-8",
      headers: CONTENT_SECURITY.page,
      async render(origin) {
        // Imported here, so that a cold start does not wait for a page that nobody requested.
        const { createLandingPage } = await import("@/lib/page/LandingPage.tsx");
        const page = await createLandingPage({ ...config, origin }, content);
        const response = await ctx.render(
          <>
            <Head>
              <meta property="og:url" content={`${origin}/`} />
              <meta property="og:image" content={`${origin}/og.png`} />
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content="Animals that the service drew, and the words: one GET away" />
            </Head>
            {page}
          </>,
        );
        return await response.text();
      },
    });
  },
});
