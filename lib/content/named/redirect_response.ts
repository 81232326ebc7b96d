import { type AnimalKind, normalizeName, pick, seedRandom } from "@pawkit/animals";
import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { assertHasPage, type NamedAnimal, parseNames, toNamedPath } from "@/lib/content/named/named_animal.ts";
import { REDIRECT_PARAMETERS } from "@/lib/content/parameters.ts";
import { unseededRandom } from "@/lib/content/random/random.ts";
import { type PictureVariant, toQuery } from "@/lib/content/drawings/variant.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE, ONE_DAY } from "@/lib/http/cache_control.ts";
import { type AddressOptions, pathOf, publicOrigin, toLocalUrl } from "@/lib/http/request_url.ts";
import { respond, type ResponseOptions } from "@/lib/http/responses.ts";

/** A redirect to another URL. */
export interface Redirect extends Pick<ResponseOptions, "cache" | "headers"> {
  readonly location: string;
  /** By default 302. */
  readonly status?: number;
  /** The body, for callers that do not follow redirects. */
  readonly text?: string;
}

/** Responds with a redirect. */
export function respondWithRedirect(ctx: HttpContext, redirect: Redirect): Response {
  const { location, status = 302, text = "", cache, headers } = redirect;
  return respond(ctx, text, {
    status,
    type: "text/plain; charset=utf-8",
    cache,
    headers: { ...headers, location },
  });
}

/**
 * Chooses a random animal or, with a `seed`, the animal of that name, or its child `with` another. The form on the page
 * may send an empty seed. The seed chooses one of the kinds as for `/api/v2/random/animal`.
 *
 * @throws {ApiError} `invalid_parameter` if a name has no page, or if there are more than two.
 */
export function chooseAnimal(query: URLSearchParams, kinds: readonly AnimalKind[]): NamedAnimal {
  const { name, parents } = parseRedirect(query);
  const random = name === undefined
    ? unseededRandom
    : seedRandom("animals", "", (parents ?? [name]).map(normalizeName).sort().join("+"));
  return { kind: pick(random, kinds), name: name ?? pickName(), parents };
}

/** An animal, and how its page shows it. */
interface Destination extends NamedAnimal {
  readonly variant: PictureVariant;
}

/** Redirects to the page of an animal. The body is the address, for programs that do not follow redirects. */
export function redirectToAnimal(ctx: HttpContext, config: AddressOptions, animal: Destination): Response {
  const { kind, name, parents, variant } = animal;
  const location = toNamedPath(kind, name, parents) + toQuery(variant);
  return respondWithRedirect(ctx, { location, cache: NO_STORE, text: `${publicOrigin(ctx, config)}${location}\n` });
}

/** Reads one name, or those of two parents. One is left to chance if both parameters are empty. */
function parseRedirect(query: URLSearchParams): Partial<Pick<NamedAnimal, "name" | "parents">> {
  const given = Object.entries(parseValues(query, REDIRECT_PARAMETERS)).filter(([, text]) => text.trim() !== "");
  const isPair = given.length === 2;
  const [names = {}] = given.map(([parameter, text]) => {
    // Whoever types "Ada+Grace" into the form means their child.
    const parts = text.split("+");
    if (isPair && parts.length > 1) {
      throw invalidParameterError(parameter, text, "must be one name, because a child has two parents");
    }
    const names = parseNames(parts, parameter);
    assertHasPage(names.name, parameter);
    return names;
  });
  return isPair ? parseNames(given.map(([, text]) => text)) : names;
}

/** Redirects the path of a kind in capitals or in the plural, such as `/Cats/Ada`; `undefined` if it is not one. */
export function redirectToKind(ctx: HttpContext): Response | undefined {
  const path = splitAnimalPath(pathOf(ctx.req.url));
  if (path === undefined || path.word === path.kind) return undefined;
  const { pathname, search } = toLocalUrl(ctx.req.url);
  const segment = splitAnimalPath(pathname)?.segment;
  const location = `/${path.kind}${segment === undefined ? "" : `/${segment}`}${search}`;
  return respondWithRedirect(ctx, { location, status: 308, cache: ONE_DAY });
}

const FIRST_NAMES = (
  "Bao Bela Chip Coco Dido Ember Finn Ginger Hugo Indigo Juno Kiki Loki Luna Mango Milo Nala Nori Olive Otto Pip " +
  "Poppy Quinn Remy Ruby Sage Saffron Tofu Toto Uma Wanda Yuki"
).split(" ");

const LAST_NAMES = (
  "Acorn Biscuit Breeze Button Clover Comet Cookie Crumb Dumpling Fern Marble Maple Meadow Mochi Moon Muffin Noodle " +
  "Nutmeg Pancake Paprika Peach Pebble Pepper Pickle Plum Pudding Puddle Sprout Sunday Truffle Waffle Willow"
).split(" ");

function pickName(): string {
  return `${pick(unseededRandom, FIRST_NAMES)}-${pick(unseededRandom, LAST_NAMES)}`;
}
