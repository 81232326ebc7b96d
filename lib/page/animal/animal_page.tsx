import { type NamedRequest, toCaching } from "@/lib/content/named/named_response.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { findOpened, toPageVariant } from "@/lib/page/animal/dress_up.ts";
import { type PageContext, type PageServices, respondWithPage } from "@/lib/page/layout/render_page.ts";
import { toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** Responds with the page of a named animal. */
export async function respondWithAnimalPage(
  ctx: PageContext,
  services: PageServices,
  { variant: chosen, ...animal }: Omit<NamedRequest, "form">,
): Promise<Response> {
  const { config, content } = services;
  const { kind } = animal;
  // Imported here, so that a cold start does not wait for a page that nobody requested.
  const { AnimalPage } = await import("@/lib/page/animal/AnimalPage.tsx");
  const variant = toPageVariant(chosen);
  const shown = toShownAnimal(content, animal, variant);
  const family = animal.parents?.map((name) => toShownAnimal(content, { kind, name }));
  // The preview shows all of it.
  const previewAlt = toShownAnimal(content, animal, { ...variant, view: undefined }).alt;
  const page = {
    variant,
    family,
    previewAlt,
    opened: findOpened(readQuery(ctx.req), kind),
    origin: publicOrigin(ctx, config),
    links: config,
  };
  return await respondWithPage(ctx, <AnimalPage {...shown} {...page} />, toCaching(animal, services, true));
}
