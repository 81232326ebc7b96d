import type { JSX } from "preact";
import { chargeAnimals, toCaching } from "@/lib/content/named/named_response.ts";
import type { NamedRequest } from "@/lib/content/named/named_request.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import { findOpened, toPageVariant } from "@/lib/page/animal/dress_up.ts";
import { type PageContext, type PageServices, respondWithPage } from "@/lib/page/layout/render_page.ts";
import { toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** Responds with the page of a named animal or of a group. */
export async function respondWithNamedPage(
  ctx: PageContext,
  services: PageServices,
  request: NamedRequest,
): Promise<Response> {
  chargeAnimals(ctx, request);
  const page = await (request.animals.length > 1 ? showGroup : showAnimal)(ctx, services, request);
  return await respondWithPage(ctx, page, toCaching(request, services, { hasOrigin: true }));
}

// The pages are imported when they are shown, so that a cold start does not wait for what nobody requested.

async function showAnimal(
  ctx: PageContext,
  { config, content }: PageServices,
  { animals: [animal], variant: chosen }: NamedRequest,
): Promise<JSX.Element> {
  const { AnimalPage } = await import("@/lib/page/animal/AnimalPage.tsx");
  const { kind, parents } = animal;
  const variant = toPageVariant(chosen);
  const shown = toShownAnimal(content, animal, variant);
  const page = {
    variant,
    // Without what the address chooses, which is of no parent.
    undressed: parents && toShownAnimal(content, animal),
    family: parents?.map((name) => toShownAnimal(content, { kind, name })),
    // The preview shows all of it.
    previewAlt: toShownAnimal(content, animal, { ...variant, view: undefined }).alt,
    opened: findOpened(readQuery(ctx.req), kind),
    origin: publicOrigin(ctx, config),
    links: config,
  };
  return <AnimalPage {...shown} {...page} />;
}

async function showGroup(
  ctx: PageContext,
  { config, content }: PageServices,
  { kind, animals, variant }: NamedRequest,
): Promise<JSX.Element> {
  const { GroupPage } = await import("@/lib/page/animal/GroupPage.tsx");
  const members = animals.map((animal) => toShownAnimal(content, animal, variant));
  const page = { kind, members, variant, origin: publicOrigin(ctx, config), links: config };
  return <GroupPage {...page} />;
}
