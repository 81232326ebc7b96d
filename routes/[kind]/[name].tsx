import type { RouteConfig } from "fresh";
import { asset, Head } from "fresh/runtime";
import { KIND_PATTERN, parseNamedAnimal, respondWithNamedPicture, toNamedPath } from "@/lib/content/named_animal.ts";
import { CARD } from "@/lib/content/variant.ts";
import { define } from "@/lib/define.ts";
import { CONTENT_SECURITY } from "@/lib/http/content_security.ts";
import { CachedResponse, ONE_DAY } from "@/lib/http/responses.ts";
import type { AnimalModel } from "@/lib/page/AnimalPage.tsx";

export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const animal = parseNamedAnimal(ctx.url);
    const { kind, name, type } = animal;
    if (type !== undefined) return await respondWithNamedPicture(ctx, services, { kind, name, type });
    const origin = services.content.originOf(ctx);
    // Imported here, so that a cold start does not wait for a page that nobody requested.
    const { AnimalPage, toAnimalModel } = await import("@/lib/page/AnimalPage.tsx");
    const model = toAnimalModel(services.content, animal);
    const page = await ctx.render(
      <>
        <AnimalHead {...model} origin={origin} />
        <AnimalPage {...model} />
      </>,
    );
    const html = await CachedResponse.of(await page.text(), {
      type: "text/html; charset=utf-8",
      cache: ONE_DAY,
      headers: CONTENT_SECURITY.page,
      quality: 5,
    });
    return await html.toResponse(ctx);
  },
});

// A component, because `asset()` knows the version of a file only while a page is rendered.
function AnimalHead({ kind, name, title, alt, origin }: AnimalModel & { readonly origin: string }) {
  const url = origin + toNamedPath(kind, name);
  const description = `${title} is ${alt}.`;
  return (
    <Head>
      <title>{`${title} the ${kind}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
      <meta property="og:title" content={`${title} the ${kind}`} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${url}.png?size=${CARD.name}`} />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta property="og:image:alt" content={alt} />
      <link rel="stylesheet" href={asset("/animal.css")} />
      <script type="module" src={asset("/animal.js")} />
    </Head>
  );
}
