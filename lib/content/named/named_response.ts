import { eTag } from "@std/http";
import { type Animal, type ItemOptions, toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { type ContentServices, respondWithPicture } from "@/lib/content/drawings/picture_response.ts";
import { toSuffix } from "@/lib/content/drawings/variant.ts";
import type { NamedAnimal } from "@/lib/content/named/named_animal.ts";
import { kindsOf, type NamedPath, toPath } from "@/lib/content/named/named_path.ts";
import type { NamedRequest } from "@/lib/content/named/named_request.ts";
import { renderNamedText, TEXT } from "@/lib/content/named/named_text.ts";
import { parseTextOptions } from "@/lib/content/named/terminal.ts";
import { GROUP_PARAMETERS } from "@/lib/content/parameters.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { CachePolicy, cacheWithOrigin, ONE_DAY } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, type ResponseOptions, toSuccessBody } from "@/lib/http/responses.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/**
 * How an address may be cached whose form depends on the caller. Not by shared caches, because some of them ignore
 * `vary`.
 */
export const NEGOTIATED: Pick<ResponseOptions, "cache" | "headers"> = {
  cache: new CachePolicy({ scope: "private", maxAgeSeconds: 3600 }),
  headers: { vary: "accept, user-agent, sec-fetch-dest" },
};

/** Returns how a form may be cached; `hasOrigin` is whether it contains the address of the service. */
export function toCaching(
  path: NamedPath,
  { content, config }: ContentServices,
  { hasOrigin }: { readonly hasOrigin: boolean },
): Pick<ResponseOptions, "cache" | "headers"> {
  const kinds = kindsOf(path);
  if (path.extension === undefined) {
    return { ...NEGOTIATED, cache: content.limitCaching(NEGOTIATED.cache, kinds) };
  }
  const cache = content.limitCaching(ONE_DAY, kinds);
  return { cache: hasOrigin ? cacheWithOrigin(cache, config) : cache };
}

/** Charges a point for each animal, because the main thread draws or describes each. The first one is paid. */
export function chargeAnimals({ state }: HttpContext, { animals }: NamedPath): void {
  state.charge(animals.length - 1);
}

/**
 * Responds with one or several named animals in a form that is not their page.
 *
 * @throws {ApiError} `not_found` if a group has no picture; an error of a drawing.
 */
export async function respondWithForm(
  ctx: HttpContext,
  services: ContentServices,
  request: NamedRequest,
): Promise<Response> {
  const { form, animals, variant } = request;
  if (form === "json" || form === "svg") chargeAnimals(ctx, request);
  if (form === "json") return respondWithNamedJson(ctx, services, request);
  if (form === "txt") return await respondWithNamedText(ctx, services, request);
  return await respondWithPicture(ctx, services, {
    animals: animals.map((animal) => services.content.pickNamed(animal)),
    variant,
    seed: animals[0].name,
    ...toCaching(request, services, { hasOrigin: false }),
  });
}

function respondWithNamedJson(ctx: HttpContext, services: ContentServices, request: NamedRequest): Response {
  const { kind, animals, variant } = request;
  const origin = publicOrigin(ctx, services.config);
  const described = animals.map((animal) => describe(services, animal, { origin, variant }));
  const [{ item, name, parents }, ...others] = described as [Described, ...Described[]];
  const fields = others.length === 0
    ? { message: item.url, item, name, parents }
    : { message: origin + toGroupAddress(request, described), items: described.map(toMember) };
  // Programs show it in terminals, which obey some characters of names. To a program the text is the same.
  const body = escapeUnsafe(toSuccessBody({ info: { category: "animals", endpoint: kind }, ...fields }));
  return respond(ctx, body, { type: "application/json", ...toCaching(request, services, { hasOrigin: true }) });
}

/** A named animal and its parents, as responses have them. */
interface Described extends Pick<NamedAnimal, "kind" | "name"> {
  readonly item: Animal;
  readonly parents: readonly (Animal & Pick<NamedAnimal, "name">)[] | undefined;
}

/** Describes an animal and its parents. The traits that a caller chooses are those of the child. */
function describe(
  { content }: ContentServices,
  animal: NamedAnimal,
  { origin, variant }: Required<ItemOptions>,
): Described {
  const { kind, name } = animal;
  const item = toAnimalItem(content.pickNamed(animal), { origin, variant });
  const parents = animal.parents?.map((parent) => {
    const picked = content.pickNamed({ kind, name: parent });
    return { name: parent, ...toAnimalItem(picked, { origin, variant: { ...variant, traits: undefined } }) };
  });
  return { kind, name, item, parents };
}

/** Returns the address of the picture of a group or, if photographs are among its animals, of its page. */
function toGroupAddress(request: NamedRequest, described: readonly Described[]): string {
  // Photographs have no traits.
  const isDrawn = described.every(({ item }) => item.traits !== undefined);
  return toPath(request) + (isDrawn ? toSuffix(request.variant, GROUP_PARAMETERS.size.fallback) : "");
}

function toMember({ kind, name, item, parents }: Described) {
  return { kind, name, ...item, parents };
}

async function respondWithNamedText(
  ctx: HttpContext,
  services: ContentServices,
  request: NamedRequest,
): Promise<Response> {
  const { animals: [animal], variant } = request;
  const text = parseTextOptions(readQuery(ctx.req));
  const body = await renderNamedText(ctx, services, { ...animal, variant, text });
  // Not compressed, which takes longer than drawing it: each spelling of the name, such as ADA, is another text.
  return respond(ctx, body, {
    type: TEXT,
    etag: await eTag(body),
    ...toCaching(request, services, { hasOrigin: true }),
  });
}
