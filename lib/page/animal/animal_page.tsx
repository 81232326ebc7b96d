import { type AnimalAddress, parseAnimalRequest } from "@/lib/content/animal_request.ts";
import { respondWithForm, toCaching } from "@/lib/content/named_response.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { findOpened, toPageVariant } from "@/lib/page/animal/dress_up.ts";
import { type PageContext, type PageServices, respondWithPage } from "@/lib/page/layout/render_page.ts";
import { toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/**
 * Responds to the path of an animal, in the form that it or its caller asks for.
 *
 * @throws {ApiError} `invalid_parameter`, `unknown_type`, or an error of a drawing.
 */
export async function respondWithAnimal(
  ctx: PageContext,
  services: PageServices,
  address: AnimalAddress,
): Promise<Response> {
  const { config, content } = services;
  const { variant: chosen, form, ...animal } = parseAnimalRequest(ctx.req, address);
  const { kind } = animal;
  if (form !== "html") return await respondWithForm(ctx, services, { ...animal, form, variant: chosen });
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
