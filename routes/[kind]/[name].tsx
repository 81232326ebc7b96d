import type { RouteConfig } from "fresh";
import { ANIMALS } from "@pawkit/animals";
import { KIND_PATTERN, toSegments } from "@/lib/content/animal_path.ts";
import { isGroup } from "@/lib/content/group.ts";
import { parseNamedAnimal } from "@/lib/content/named_animal.ts";
import { parseNamedQuery } from "@/lib/content/named_parameters.ts";
import { chooseForm, respondWithForm, toCaching } from "@/lib/content/named_response.ts";
import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";
import { findOpened, toPageVariant } from "@/lib/page/dress_up.ts";
import { respondWithGroup } from "@/lib/page/group_response.tsx";
import { PAGE_OPTIONS, renderPage } from "@/lib/page/render_page.ts";
import { toShownAnimal } from "@/lib/page/shown_animals.ts";

export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    // Not `ctx.params.name`, in which some escapes are decoded: `%252B` would become a plus.
    const [, segment = ""] = toSegments(ctx.url.pathname);
    const kind = parseSegment(ctx.params.kind, ANIMALS);
    if (isGroup(segment)) return await respondWithGroup(ctx, services, { kind, segment });
    const animal = parseNamedAnimal(kind, segment);
    const form = chooseForm(ctx.req, animal.extension);
    const query = readQuery(ctx.req);
    const variant = parseNamedQuery({ ...animal, form }, query);
    if (form !== "html") return await respondWithForm(ctx, services, { ...animal, form, variant });
    // Imported here, so that a cold start does not wait for a page that nobody requested.
    const { AnimalPage } = await import("@/lib/page/AnimalPage.tsx");
    const look = toPageVariant(variant);
    const shown = { ...toShownAnimal(services.content, animal, look), variant: look };
    const family = animal.parents?.map((name) => toShownAnimal(services.content, { kind: animal.kind, name }));
    const origin = publicOrigin(ctx, services.config);
    const opened = findOpened(query, animal.kind);
    const html = await renderPage(ctx, <AnimalPage {...shown} opened={opened} family={family} origin={origin} />);
    const { cache, headers } = toCaching(animal, services, true);
    const options = { ...PAGE_OPTIONS, cache, headers: { ...PAGE_OPTIONS.headers, ...headers } };
    return await respondWithText(ctx, html, options);
  },
});
