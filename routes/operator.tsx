import { HttpError } from "fresh";
import { asset, Head } from "fresh/runtime";
import { define } from "@/lib/define.ts";
import { OperatorPage } from "@/lib/page/OperatorPage.tsx";
import { PAGE_OPTIONS, renderPage } from "@/lib/page/layout/render_page.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    // Not the JSON error of the other operator routes: without a token this is an unknown page like any other.
    if (config.operatorToken === undefined) throw new HttpError(404);
    return renderedTexts.respond(ctx, {
      name: "operator",
      ...PAGE_OPTIONS,
      render: () =>
        renderPage(
          ctx,
          <>
            <Head>
              <title>Operator: Pawkit</title>
              <meta name="robots" content="noindex" />
              <link key="operator" rel="stylesheet" href={asset("/operator.css")} />
              <script type="module" src={asset("/operator.js")} />
            </Head>
            <OperatorPage root={`/api/v5/${config.appName}/operator`} links={config} />
          </>,
        ),
    });
  },
});
