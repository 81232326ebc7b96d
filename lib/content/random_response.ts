import { type AnimalKind, ANIMALS, normalizeName, pick, type Random, seedRandom } from "@pawkit/animals";
import { kindsOf, TEXTS } from "@/lib/content/categories.ts";
import type { Item } from "@/lib/content/item.ts";
import type { Content } from "@/lib/content/mod.ts";
import { ITEM_PARAMETERS } from "@/lib/content/parameters.ts";
import { describeAnimal, type PickedAnimal } from "@/lib/content/picked_animal.ts";
import { type ContentServices, respondWithPicture } from "@/lib/content/picture_response.ts";
import { pickDistinct, unseededRandom } from "@/lib/content/random.ts";
import { RANDOM_ENDPOINTS, type RandomEndpoint } from "@/lib/content/random_endpoints.ts";
import { respondWithRedirect } from "@/lib/content/redirect_response.ts";
import { choosePictureType, DEFAULT_VARIANT, parseVariant } from "@/lib/content/variant.ts";
import { prefersImage, prefersText, readAccept } from "@/lib/http/negotiation.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { cacheWithOrigin, NO_STORE, ONE_DAY } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond, respondWithJson } from "@/lib/http/responses.ts";

/** A request, and the variable segments of its path. */
type RandomContext = HttpContext & { readonly params: Readonly<Record<string, string>> };

/**
 * Responds to a request for random content: its route is one of {@linkcode RANDOM_ENDPOINTS}.
 *
 * @throws {ApiError} `unknown_type` or `invalid_parameter`, or an error of a drawing.
 */
export function respondWithRandom(
  ctx: RandomContext,
  services: ContentServices,
): Response | Promise<Response> {
  const { config, content } = services;
  const request = parseRequest(ctx, RANDOM_ENDPOINTS[ctx.route ?? ""]!);
  const { version, category, format, count, variant, headers } = request;
  const animals = category === "animals" ? pickAnimals(request, content) : [];
  const [animal] = animals;
  const lasting = content.limitCaching(request.cache, animals.map(({ kind }) => kind));
  if (format === "image" && animal !== undefined) {
    return respondWithPicture(ctx, services, { ...request, animal, cache: lasting });
  }
  // Only the URLs of pictures contain it. A redirect is relative, so that shared caches may store it.
  const hasOrigin = category === "animals" && format !== "redirect";
  const origin = hasOrigin ? publicOrigin(ctx, config) : "";
  const items = category === "animals"
    ? animals.map((each) => describeAnimal(each, { origin, variant }))
    : pickTexts(request, TEXTS[category]);
  const item = items[0]!;
  const message = toMessage(item);
  if (format === "redirect") return respondWithRedirect(ctx, { location: message, cache: lasting, headers });
  const cache = hasOrigin ? cacheWithOrigin(lasting, config) : lasting;
  if (format === "text") {
    return respond(ctx, items.map(toMessage).join("\n"), { type: "text/plain; charset=utf-8", cache, headers });
  }
  const info = { category, endpoint: animal?.kind ?? request.kind };
  const list = count === undefined ? undefined : items;
  const fields = version === "v1" ? { ...info, message, item, items: list } : { info, message, item, items: list };
  return respondWithJson(ctx, fields, { cache, headers });
}

/**
 * Picks the animals of a request. Without a kind each kind is equally likely, and an animal is that of its kind with
 * the same seed. None is repeated until all of its kind have been picked.
 */
function pickAnimals(request: RandomRequest, content: Content): readonly PickedAnimal[] {
  const pickOfKind = (kind: AnimalKind, count: number | undefined) =>
    content.pickAnimals(kind, { random: toRandom(request, kind), count });
  if (request.kind !== undefined) return pickOfKind(request.kind as AnimalKind, request.count);
  const random = toRandom(request, "");
  const kinds = Array.from({ length: request.count ?? 1 }, () => pick(random, ANIMALS));
  const byKind = new Map(
    Map.groupBy(kinds, (kind) => kind).entries().map(([kind, { length }]) => [kind, pickOfKind(kind, length).values()]),
  );
  return kinds.map((kind) => byKind.get(kind)!.next().value!);
}

/** Picks the texts or videos of a request, whose path always names a kind. */
function pickTexts(request: RandomRequest, texts: Readonly<Record<string, readonly Item[]>>): readonly Item[] {
  const kind = request.kind!;
  return pickDistinct(toRandom(request, kind), texts[kind]!, request.count);
}

function toRandom({ category, seed }: RandomRequest, kind: string): Random {
  return seed === undefined ? unseededRandom : seedRandom(category, kind, seed);
}

type RandomRequest = ReturnType<typeof parseRequest>;

/** Parses a request for random content. Without a `count` the response has no `items`. */
function parseRequest({ req, params }: RandomContext, { version, category, variable }: RandomEndpoint) {
  const isAnimal = category === "animals";
  const kind = variable === undefined ? undefined : parseSegment(params[variable], kindsOf(category));
  const preferred = preferredBodyOf(req);
  const query = readQuery(req);
  const { count, seed: text, format: chosen } = parseValues(query, ITEM_PARAMETERS[category]);
  // The seed of an animal is its name.
  const seed = isAnimal && text !== undefined ? normalizeName(text) : text;
  // Only a picture that `accept` has chosen has the type that it prefers.
  const type = chosen === undefined && preferred === "image" ? choosePictureType(req) : undefined;
  const variant = isAnimal ? parseVariant(query, type) : DEFAULT_VARIANT;
  const format = chosen ?? (preferred === "image" && !isAnimal ? "json" : preferred);
  // Without `format` a cache must not send the response for one `accept` to a caller with another.
  const varies = chosen === undefined && (seed !== undefined || preferred !== "json");
  const headers: Record<string, string> = varies ? { vary: "accept" } : {};
  const cache = seed === undefined ? NO_STORE : ONE_DAY;
  return { version, category, kind, format, count, seed, variant, cache, headers };
}

/** A kind of response body that a caller can prefer with `accept`. */
type PreferredBody = "json" | "image" | "text";

/**
 * Returns the kind of body that `accept` prefers. JSON wins unless pictures or plain text are preferred to it: browsers
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
