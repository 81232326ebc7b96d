import { FORMS, type NamedAnimal, type NamedPath, pickNamedAnimal, toNamedPath } from "@/lib/content/named_animal.ts";
import type { FoundPicture } from "@/lib/content/pictures.ts";
import { cacheAnimals, type ContentServices, respondWithPicture } from "@/lib/content/picture_response.ts";
import { TERMINAL_COLUMNS, TERMINAL_RADIUS, toTerminalText } from "@/lib/content/terminal.ts";
import { type PictureType } from "@/lib/content/parameters.ts";
import { choosePictureType, parseVariant } from "@/lib/content/variant.ts";
import { isTerminalRequest, prefersJson, prefersText, readAccept, wantsImage } from "@/lib/http/negotiation.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { cacheWithOrigin, ONE_DAY } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, type ResponseOptions, toSuccessBody } from "@/lib/http/responses.ts";
import { respondWithText, type ReusableResponse } from "@/lib/http/reusable_response.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";
import { Work } from "@/lib/workers/work.ts";

/** A form of an animal: a page, or what an extension chooses. */
export type Form = "html" | typeof FORMS[number];

/**
 * How an address may be cached whose form depends on the caller. Not by shared caches, because some of them ignore
 * `vary`.
 */
export const NEGOTIATED: Pick<ResponseOptions, "cache" | "headers"> = {
  cache: "private, max-age=3600",
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
  { kind, extension }: Pick<NamedPath, "kind" | "extension">,
  services: ContentServices,
  hasOrigin: boolean,
): Pick<ResponseOptions, "cache" | "headers"> {
  if (extension === undefined) {
    return { ...NEGOTIATED, cache: cacheAnimals(NEGOTIATED.cache, [kind], services.content) };
  }
  const cache = cacheAnimals(ONE_DAY, [kind], services.content);
  return { cache: hasOrigin ? cacheWithOrigin(cache, services.config) : cache };
}

/**
 * Responds with a named animal in a form that is not its page.
 *
 * @throws {ApiError} `invalid_parameter`, or an error of the picture loader.
 */
export async function respondWithForm(
  ctx: HttpContext,
  services: ContentServices,
  animal: NamedPath,
  form: Exclude<Form, "html">,
): Promise<Response> {
  if (form === "json") return respondWithNamedJson(ctx, services, animal);
  if (form === "txt") return await respondWithNamedText(ctx, services, animal);
  return await respondWithNamedPicture(ctx, services, animal, form);
}

function respondWithNamedPicture(
  ctx: HttpContext,
  services: ContentServices,
  animal: NamedPath,
  type: PictureType,
): Promise<Response> {
  const variant = parseVariant(readQuery(ctx.req), type);
  const { kind, item: { url }, file } = pickNamedAnimal(services.content, { ...animal, variant });
  const caching = toCaching(animal, services, false);
  return respondWithPicture(ctx, services, { kind, file, url, variant, seed: animal.name, ...caching });
}

function respondWithNamedJson(ctx: HttpContext, services: ContentServices, animal: NamedPath): Response {
  const { config, content } = services;
  const { kind, name, parents } = animal;
  const variant = parseVariant(readQuery(ctx.req));
  const origin = publicOrigin(ctx, config);
  const pickItem = (each: NamedAnimal) => pickNamedAnimal(content, { ...each, variant, origin }).item;
  const item = pickItem(animal);
  const info = { category: "animals", endpoint: kind };
  const family = parents?.map((parent) => ({ name: parent, ...pickItem({ kind, name: parent }) }));
  const fields = { info, message: item.url, item, name, parents: family };
  // Programs show it in terminals, which obey some characters of names. To a program the text is the same.
  const body = escapeUnsafe(toSuccessBody(fields));
  return respond(ctx, body, { type: "application/json", ...toCaching(animal, services, true) });
}

async function respondWithNamedText(ctx: HttpContext, services: ContentServices, animal: NamedPath): Promise<Response> {
  const { config, content } = services;
  const { kind, name, parents } = animal;
  const variant = parseVariant(readQuery(ctx.req), "png");
  const { view, isBare } = variant;
  const { item, file } = pickNamedAnimal(content, { ...animal, variant });
  const options = {
    size: TERMINAL_COLUMNS,
    radius: TERMINAL_RADIUS,
    // A preview would be too wide.
    view: view === "preview" ? undefined : view,
    isBare,
    isText: true,
  };
  const found = content.isDrawn(kind) && file !== undefined
    ? await content.pictures.find(kind, file, options)
    : undefined;
  const drawing = found && await loadDrawing(ctx, services, found);
  const origin = publicOrigin(ctx, config);
  const text = toTerminalText({
    picture: drawing === undefined ? "" : new TextDecoder().decode(drawing.read()),
    name,
    alt: item.alt,
    url: origin + toNamedPath(kind, name, parents) + variant.suffix,
    parents: parents?.map((parent) => ({ name: parent, url: origin + toNamedPath(kind, parent) })),
  });
  const caching = toCaching(animal, services, true);
  return await respondWithText(ctx, text, { type: "text/plain; charset=utf-8", ...caching });
}

/** Returns a drawing that was found, after it is drawn if it has to be. */
async function loadDrawing(
  ctx: HttpContext,
  { work, content }: ContentServices,
  found: FoundPicture,
): Promise<ReusableResponse> {
  if ("response" in found) return found.response;
  const findResult = () => content.pictures.getCached(found.key);
  const started = await work.start(ctx, { kind: "drawing", key: found.key, findResult });
  if (!(started instanceof Work)) return started;
  using drawing = started;
  return await content.render(found, drawing);
}
