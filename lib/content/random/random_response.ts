import { type AnimalKind, ANIMALS, normalizeName, pick, type Random, seedRandom } from "@pawkit/animals";
import { type Category, type Item, TEXTS } from "@/lib/content/random/categories.ts";
import type { Content } from "@/lib/content/mod.ts";
import { ITEM_PARAMETERS, type ItemFormat, MAX_SEED_CHARACTERS } from "@/lib/content/parameters.ts";
import { type PickedAnimal, toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { type ContentServices, respondWithPicture } from "@/lib/content/drawings/picture_response.ts";
import { pickDistinct, unseededRandom } from "@/lib/content/random/random.ts";
import { respondWithRedirect } from "@/lib/content/redirect.ts";
import { assertMovable, choosePictureType, parseVariant, type PictureVariant } from "@/lib/content/drawings/variant.ts";
import { findKinds } from "@/lib/content/drawings/wishes.ts";
import { prefersImage, prefersText, readAccept } from "@/lib/http/negotiation.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readParameter, readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { cacheWithOrigin, NO_STORE, ONE_DAY } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, respondWithJson, type ResponseOptions } from "@/lib/http/responses.ts";

/** What a route of random items serves. */
export interface RandomEndpoint {
  /** The shape of the response. */
  readonly version: "v1" | "v2";
  readonly category: Category;
  /** The segment of the path that names a list: of animals their kind. Without one, they are of any. */
  readonly list?: string | undefined;
}

/**
 * Responds to a request for random content.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`, or an error of a drawing.
 */
export function respondWithRandom(
  ctx: HttpContext,
  services: ContentServices,
  endpoint: RandomEndpoint,
): Response | Promise<Response> {
  const { category } = endpoint;
  if (category === "animals") return respondWithAnimals(ctx, services, parseAnimalsRequest(ctx.req, endpoint));
  const lists: Readonly<Record<string, readonly Item[]>> = TEXTS[category];
  const list = parseSegment(endpoint.list, Object.keys(lists));
  const request = parseRequest(ctx.req, endpoint);
  const items = pickDistinct(toRandom(request, list), lists[list]!, request.count);
  return respondWithItems(ctx, { ...request, list, items });
}

/** What a request for random items asks for, besides their list. */
interface RandomRequest
  extends Pick<RandomEndpoint, "version" | "category">, Required<Pick<ResponseOptions, "cache" | "headers">> {
  readonly format: ItemFormat;
  /** Without one, the response has one item, and no `items`. */
  readonly count: number | undefined;
  readonly seed: string | undefined;
}

function parseRequest(req: Request, { version, category }: RandomEndpoint): RandomRequest {
  const preferred = preferredBodyOf(req);
  const { count, seed, format: chosen } = parseValues(readQuery(req), ITEM_PARAMETERS[category]);
  // Only animals are pictures.
  const format = chosen ?? (preferred === "image" && category !== "animals" ? "json" : preferred);
  // Without `format` a cache must not send the response for one `accept` to a caller with another.
  const varies = chosen === undefined && (seed !== undefined || preferred !== "json");
  const headers = varies ? { vary: "accept" } : {};
  const cache = seed === undefined ? NO_STORE : ONE_DAY;
  return { version, category, format, count, seed, cache, headers };
}

/** A request for random animals. Without a kind they are of any. */
interface AnimalsRequest extends RandomRequest {
  readonly kind: AnimalKind | undefined;
  /** The pictures of the animals. */
  readonly variant: PictureVariant;
}

function parseAnimalsRequest(req: Request, endpoint: RandomEndpoint): AnimalsRequest {
  const kind = endpoint.list === undefined ? undefined : parseSegment(endpoint.list, ANIMALS);
  const request = parseRequest(req, endpoint);
  // The seed of an animal is its name.
  const seed = request.seed === undefined ? undefined : toNameSeed(request.seed);
  const query = readQuery(req);
  // Only a picture that `accept` has chosen has the type that it prefers.
  const isNegotiated = request.format === "image" && readParameter(query, "format") === undefined;
  const variant = parseVariant(query, { kind, type: isNegotiated ? choosePictureType(req) : undefined });
  assertMovable(variant, "type=svg");
  return { ...request, kind, seed, variant };
}

/** Returns the seed that a name is. @throws {ApiError} `invalid_parameter` if nothing of the name can be seen. */
function toNameSeed(name: string): string {
  const seed = normalizeName(name);
  if (seed !== "") return seed;
  throw invalidParameterError("seed", name, "must have a character that can be seen", {
    min: 1,
    max: MAX_SEED_CHARACTERS,
  });
}

function toRandom({ category, seed }: RandomRequest, list: string): Random {
  return seed === undefined ? unseededRandom : seedRandom(category, list, seed);
}

function respondWithAnimals(
  ctx: HttpContext,
  services: ContentServices,
  request: AnimalsRequest,
): Response | Promise<Response> {
  const { config, content } = services;
  const { format, variant } = request;
  const animals = pickAnimals(request, content);
  const animal = animals[0]!;
  const limited = content.limitCaching(request.cache, animals.map(({ kind }) => kind));
  if (format === "image") return respondWithPicture(ctx, services, { ...request, animals: [animal], cache: limited });
  // A redirect is relative, so that shared caches may store it.
  const hasOrigin = format !== "redirect";
  const origin = hasOrigin ? publicOrigin(ctx, config) : "";
  const items = animals.map((each) => toAnimalItem(each, { origin, variant }));
  const cache = hasOrigin ? cacheWithOrigin(limited, config) : limited;
  return respondWithItems(ctx, { ...request, list: animal.kind, items, cache });
}

/**
 * Picks the animals of a request. Without a kind each that can look as the caller wishes is equally likely, and an
 * animal is that of its kind with the same seed. None is repeated until all of its kind have been picked.
 */
function pickAnimals(request: AnimalsRequest, content: Content): readonly PickedAnimal[] {
  const pickOfKind = (kind: AnimalKind, count: number | undefined) =>
    content.pickAnimals(kind, { random: toRandom(request, kind), count });
  if (request.kind !== undefined) return pickOfKind(request.kind, request.count);
  const random = toRandom(request, "");
  const choices = findKinds(request.variant);
  const kinds = Array.from({ length: request.count ?? 1 }, () => pick(random, choices));
  const byKind = new Map(
    Map.groupBy(kinds, (kind) => kind).entries().map(([kind, { length }]) => [kind, pickOfKind(kind, length).values()]),
  );
  return kinds.map((kind) => byKind.get(kind)!.next().value!);
}

/** Items to respond with. */
interface ItemsResponse extends RandomRequest {
  /** The list of the first item. */
  readonly list: string;
  /** At least one. */
  readonly items: readonly Item[];
}

function respondWithItems(ctx: HttpContext, response: ItemsResponse): Response {
  const { version, category, list, items, count, format, cache, headers } = response;
  const item = items[0]!;
  const message = toMessage(item);
  if (format === "redirect") return respondWithRedirect(ctx, { location: message, cache, headers });
  if (format === "text") {
    return respond(ctx, items.map(toMessage).join("\n"), { type: "text/plain; charset=utf-8", cache, headers });
  }
  const info = { category, endpoint: list };
  const content = { message, item, items: count === undefined ? undefined : items };
  return respondWithJson(ctx, version === "v1" ? { ...info, ...content } : { info, ...content }, { cache, headers });
}

/** What a caller can prefer as the body with `accept`. */
type PreferredBody = "json" | "image" | "text";

/**
 * Returns the body that `accept` prefers. JSON wins unless pictures or plain text are preferred to it: browsers
 * name picture types for `<img>` and for pages alike, but for a page they prefer `text/html`, which also means JSON
 * here.
 */
export function preferredBodyOf(req: Request): PreferredBody {
  const accepted = readAccept(req);
  if (prefersText(accepted)) return "text";
  return prefersImage(accepted) ? "image" : "json";
}

/** Returns an item as plain text: a URL, a sentence or a kaomoji. */
export function toMessage(item: Item): string {
  return "url" in item ? item.url : item.text;
}
