import type { AnimalKind } from "@pawkit/animals";
import type { Form } from "@/lib/content/named/form_address.ts";
import { FORMS, type NamedAnimal, type NamedPath, toNamedPath } from "@/lib/content/named/named_animal.ts";
import type { FormRequest } from "@/lib/content/named/named_parameters.ts";
import { type Animal, type ItemOptions, toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { type ContentServices, loadFound, respondWithPicture } from "@/lib/content/drawings/picture_response.ts";
import { parseTextOptions, toTerminalText, toTerminalVariant } from "@/lib/content/named/terminal.ts";
import { choosePictureType, type PictureVariant, type TextOptions, toSuffix } from "@/lib/content/drawings/variant.ts";
import { isTerminalRequest, prefersJson, prefersText, readAccept, wantsImage } from "@/lib/http/negotiation.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { CachePolicy, cacheWithOrigin, ONE_DAY } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, type ResponseOptions, toSuccessBody } from "@/lib/http/responses.ts";
import { respondWithText } from "@/lib/http/reusable_response.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/**
 * How an address may be cached whose form depends on the caller. Not by shared caches, because some of them ignore
 * `vary`.
 */
export const NEGOTIATED: Pick<ResponseOptions, "cache" | "headers"> = {
  cache: new CachePolicy({ scope: "private", maxAgeSeconds: 3600 }),
  headers: { vary: "accept, user-agent, sec-fetch-dest" },
};

/**
 * Returns the form that a path or, without an extension, its caller asks for. Whoever wants nothing in particular gets
 * the page, or text in a terminal.
 *
 * @throws {ApiError} `unknown_type` with the extensions that exist.
 */
export function chooseForm(req: Request, extension: string | undefined): Form {
  if (extension !== undefined) return parseSegment(extension, FORMS);
  if (wantsImage(req)) return choosePictureType(req);
  const accepted = readAccept(req);
  if (prefersJson(accepted)) return "json";
  return prefersText(accepted) || isTerminalRequest(req) ? "txt" : "html";
}

/** Returns how a form may be cached; `hasOrigin` is whether it contains the address of the service. */
export function toCaching(
  { kind, kinds = [kind], extension }: Pick<NamedPath, "kind" | "extension"> & {
    readonly kinds?: readonly AnimalKind[];
  },
  services: ContentServices,
  hasOrigin: boolean,
): Pick<ResponseOptions, "cache" | "headers"> {
  if (extension === undefined) {
    return { ...NEGOTIATED, cache: services.content.limitCaching(NEGOTIATED.cache, kinds) };
  }
  const cache = services.content.limitCaching(ONE_DAY, kinds);
  return { cache: hasOrigin ? cacheWithOrigin(cache, services.config) : cache };
}

/** A named animal that is sent in a form, and the picture of it that the form shows or describes. */
export interface NamedRequest extends FormRequest {
  readonly form: Exclude<Form, "html">;
  readonly variant: PictureVariant;
}

/**
 * Responds with a named animal in a form that is not its page.
 *
 * @throws {ApiError} an error of a drawing.
 */
export async function respondWithForm(
  ctx: HttpContext,
  services: ContentServices,
  request: NamedRequest,
): Promise<Response> {
  const { form, name, variant } = request;
  if (form === "json") return respondWithNamedJson(ctx, services, request);
  if (form === "txt") return await respondWithNamedText(ctx, services, request);
  const animal = services.content.pickNamed(request);
  const caching = toCaching(request, services, false);
  return await respondWithPicture(ctx, services, { animal, variant, seed: name, ...caching });
}

function respondWithNamedJson(ctx: HttpContext, services: ContentServices, animal: NamedRequest): Response {
  const { config, content } = services;
  const { kind, name, parents, variant } = animal;
  const origin = publicOrigin(ctx, config);
  const item = toAnimalItem(content.pickNamed(animal), { origin, variant });
  const info = { category: "animals", endpoint: kind };
  const family = parents?.map((parent) => toParentItem(services, { kind, name: parent }, { origin, variant }));
  const fields = { info, message: item.url, item, name, parents: family };
  // Programs show it in terminals, which obey some characters of names. To a program the text is the same.
  const body = escapeUnsafe(toSuccessBody(fields));
  return respond(ctx, body, { type: "application/json", ...toCaching(animal, services, true) });
}

/** Describes the parent of an animal. The traits that a caller chooses are those of the child. */
export function toParentItem(
  { content }: ContentServices,
  parent: NamedAnimal,
  { origin, variant }: Required<ItemOptions>,
): Animal & Pick<NamedAnimal, "name"> {
  const picked = content.pickNamed(parent);
  return { name: parent.name, ...toAnimalItem(picked, { origin, variant: { ...variant, traits: undefined } }) };
}

async function respondWithNamedText(
  ctx: HttpContext,
  services: ContentServices,
  named: NamedRequest,
): Promise<Response> {
  const text = parseTextOptions(readQuery(ctx.req));
  const body = await renderNamedText(ctx, services, { ...named, text });
  return await respondWithText(ctx, body, { type: TEXT, ...toCaching(named, services, true) });
}

/** The media type of an animal in a terminal. */
export const TEXT = "text/plain; charset=utf-8";

/** A named animal, the picture of it whose address a terminal shows, and how the terminal draws it. */
export interface TextRequest extends NamedAnimal, Pick<NamedRequest, "variant"> {
  readonly text: TextOptions;
}

/**
 * Renders a named animal for a terminal.
 *
 * @throws {ApiError} an error of a drawing.
 */
export async function renderNamedText(
  ctx: HttpContext,
  services: ContentServices,
  named: TextRequest,
): Promise<string> {
  const { config, content } = services;
  const { kind, name, parents, variant, text } = named;
  const animal = content.pickNamed(named);
  const drawn = toTerminalVariant(variant, text);
  const found = "id" in animal ? await content.pictures.findDrawing(animal, drawn) : undefined;
  const drawing = found && await loadFound(ctx, services, found);
  const origin = publicOrigin(ctx, config);
  return toTerminalText({
    picture: drawing === undefined ? "" : new TextDecoder().decode(drawing.read()),
    name,
    alt: toAnimalItem(animal, { variant: drawn }).alt,
    url: origin + toNamedPath(kind, name, parents) + toSuffix(variant),
    parents: parents?.map((parent) => ({ name: parent, url: origin + toNamedPath(kind, parent) })),
  });
}
