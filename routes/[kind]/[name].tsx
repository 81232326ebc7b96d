import type { RouteConfig } from "fresh";
import { KIND_PATTERN, parseNamedAnimal, respondWithNamedPicture } from "@/lib/content/named_animal.ts";
import { define } from "@/lib/define.ts";
import { cacheWithOrigin, publicOrigin } from "@/lib/http/request_url.ts";
import { ONE_DAY, ReusableResponse } from "@/lib/http/responses.ts";
import { PAGE_OPTIONS, renderPage } from "@/lib/page/render_page.ts";
import { toSample } from "@/lib/page/samples.ts";

export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const animal = parseNamedAnimal(ctx.url);
    if (animal.extension !== undefined) return await respondWithNamedPicture(ctx, services, animal);
    // Imported here, so that a cold start does not wait for a page that nobody requested.
    const { AnimalPage } = await import("@/lib/page/AnimalPage.tsx");
    const sample = toSample(services.content, animal);
    const html = await renderPage(ctx, <AnimalPage {...sample} origin={publicOrigin(ctx, services.config)} />);
    const options = { ...PAGE_OPTIONS, cache: cacheWithOrigin(ONE_DAY, services.config) };
    const page = await ReusableResponse.of(html, options);
    return await page.toResponse(ctx);
  },
});
