import type { RouteConfig } from "fresh";
import { asset, Head } from "fresh/runtime";
import { KIND_PATTERN, parseNamedAnimal, respondWithNamedPicture, toNamedPath } from "@/lib/content/named_animal.ts";
import { CARD } from "@/lib/content/variant.ts";
import { define } from "@/lib/define.ts";
import { CONTENT_SECURITY } from "@/lib/http/content_security.ts";
import { cacheWithOrigin, publicOrigin } from "@/lib/http/request_url.ts";
import { ONE_DAY, ReusableResponse } from "@/lib/http/responses.ts";
import type { Sample } from "@/lib/page/model.ts";
import { toSample } from "@/lib/page/samples.ts";

export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { kind, name, type } = parseNamedAnimal(ctx.url);
    if (type !== undefined) return await respondWithNamedPicture(ctx, services, { kind, name, type });
    // Imported here, so that a cold start does not wait for a page that nobody requested.
    const { AnimalPage, showName } = await import("@/lib/page/AnimalPage.tsx");
    const animal = toSample(services.content, { kind, name });
    const page = await ctx.render(
      <>
        <AnimalHead {...animal} shown={showName(name)} origin={publicOrigin(ctx, services.config)} />
        <AnimalPage {...animal} />
      </>,
    );
    const cache = cacheWithOrigin(ONE_DAY, services.config);
    const options = { type: "text/html; charset=utf-8", cache, headers: CONTENT_SECURITY.page, name: "animal" };
    return await (await ReusableResponse.of(await page.text(), options)).toResponse(ctx);
  },
});

// A component, because `asset()` knows the version of a file only while a page is rendered.
function AnimalHead({ kind, name, shown, alt, isDrawn, origin }: Sample & Record<"shown" | "origin", string>) {
  const title = `${shown} the ${kind}`;
  const description = `${shown} is ${alt}.`;
  const url = origin + toNamedPath(kind, name);
  return (
    <Head>
      <title>{`${title}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex, nofollow" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${url}.png?size=${CARD.name}`} />
      {isDrawn && <meta property="og:image:width" content={String(CARD.width)} />}
      {isDrawn && <meta property="og:image:height" content={String(CARD.height)} />}
      <meta property="og:image:alt" content={alt} />
      <link key="animal" rel="stylesheet" href={asset("/animal.css")} />
      <link rel="modulepreload" href="/dom.js" />
      <script type="module" src={asset("/animal.js")} />
    </Head>
  );
}
