import { asset, Head } from "fresh/runtime";
import { NEGOTIATED } from "@/lib/content/named/named_response.ts";
import { define } from "@/lib/define.ts";
import { REVALIDATE } from "@/lib/http/cache_control.ts";
import { isTerminalRequest } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type AddressOptions, publicOrigin } from "@/lib/http/request_url.ts";
import { LOW_PRIORITY } from "@/lib/page/layout/Site.tsx";
import { PAGE_OPTIONS, renderPage } from "@/lib/page/layout/render_page.ts";
import { renderTerminalHelp } from "@/lib/page/landing/terminal_help.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";

/**
 * The modules that app.js imports, directly or indirectly. Without these links a slow phone would request the indirect
 * ones only after the others have arrived.
 */
const MODULES = ["cards", "hero", "meet", "snippets"];

export const handler = define.handlers({
  async GET(ctx) {
    const { config, content, renderedTexts } = ctx.state.services;
    if (isTerminalRequest(ctx.req)) return await respondWithHelp(ctx, config);
    return await renderedTexts.respond(ctx, {
      // Rendered again when the operator's pictures have changed.
      name: `page ${content.version}`,
      origin: publicOrigin(ctx, config),
      ...PAGE_OPTIONS,
      // Not for shared caches, because some of them ignore `vary` and would send the page to terminals.
      cache: REVALIDATE.toPrivate(),
      headers: { ...PAGE_OPTIONS.headers, ...NEGOTIATED.headers },
      async render() {
        // Imported here, so that a cold start does not wait for a page that nobody requested.
        const { createLandingPage } = await import("@/lib/page/landing/LandingPage.tsx");
        const page = await createLandingPage(config, content);
        return await renderPage(
          ctx,
          <>
            <LandingHead />
            {page}
          </>,
        );
      },
    });
  },
});

async function respondWithHelp(ctx: HttpContext, config: AddressOptions): Promise<Response> {
  const text = renderTerminalHelp(publicOrigin(ctx, config));
  return await respondWithText(ctx, text, { type: "text/plain; charset=utf-8", ...NEGOTIATED });
}

// A component, because `asset()` knows the version of a file only while a page is rendered.
function LandingHead() {
  return (
    <Head>
      <link key="home" rel="stylesheet" href={asset("/home.css")} />
      {MODULES.map((name) => <link key={name} rel="modulepreload" href={`/${name}.js`} {...LOW_PRIORITY} />)}
      <script type="module" src={asset("/app.js")} {...LOW_PRIORITY} />
    </Head>
  );
}
