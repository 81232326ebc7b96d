import { type AnimalKind, ANIMALS } from "@/lib/content/animals/mod.ts";
import type { Content, PickedAnimal } from "@/lib/content/mod.ts";
import { pick, seedRandom, unseededRandom } from "@/lib/content/random.ts";
import { type RandomServices, respondWithPicture, respondWithRedirect } from "@/lib/content/picture_response.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/random_response.ts";
import { parseVariant, PICTURE_TYPES, type PictureVariant } from "@/lib/content/variant.ts";
import { invalidParameterError, parseSegment, parseText, readParameter, readQuery } from "@/lib/http/parameters.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE, ONE_DAY } from "@/lib/http/responses.ts";

/** The route pattern of a kind of animal. Not a variable alone, which would match `/style.css`, too. */
export const KIND_PATTERN = `/:kind(${ANIMALS.join("|")})`;

/** An animal that belongs to a name, which is its seed. */
export interface NamedAnimal {
  readonly kind: AnimalKind;
  readonly name: string;
  /** The extension of the path. Without one, it is that of the page. */
  readonly extension: string | undefined;
}

/** What never ends a name: whoever requests `/cat/Ada.jpg` wants a picture of Ada, not the page of "Ada.jpg". */
const EXTENSIONS = [...PICTURE_TYPES, "json", "txt", "jpg", "jpeg", "gif", "avif"];

/**
 * Parses `/cat/Ada` or `/cat/Ada.png`. The name is decoded once, so `%2F` is a slash of the name.
 *
 * @throws {ApiError} `invalid_parameter` if the name is empty, too long, `.` or `..`.
 */
export function parseNamedAnimal({ pathname }: URL): NamedAnimal {
  const [, kind, segment = ""] = pathname.split("/");
  const text = decodeURIComponent(segment);
  const extension = extensionOf(text);
  const name = extension === undefined ? text : text.slice(0, -extension.length - 1);
  parseName(new URLSearchParams({ name }), "name");
  return { kind: kind as AnimalKind, name, extension };
}

function extensionOf(text: string): string | undefined {
  return EXTENSIONS.find((each) => text.endsWith(`.${each}`));
}

function parseName(query: URLSearchParams, parameter: string): string | undefined {
  const name = parseText(query, parameter, MAX_SEED_CHARACTERS);
  // Browsers would take `/cat/..` for the landing page, whatever its escapes.
  if (name !== "." && name !== "..") return name;
  throw invalidParameterError(parameter, name, 'must not be "." or "..", which are no names in a path');
}

/** Returns the path of an animal's page. With an extension it is that of its picture. */
export function toNamedPath(kind: string, name: string): string {
  return `/${kind}/${encodeURIComponent(name)}`;
}

/** Returns the animal of a name: the same as with this `seed`. Its URL is relative. */
export function pickNamedAnimal(
  content: Content,
  { kind, name, variant }: Pick<NamedAnimal, "kind" | "name"> & { readonly variant?: PictureVariant },
): PickedAnimal {
  return content.pickAnimals(kind, seedRandom("animals", kind, name), { origin: "", variant })[0]!;
}

/**
 * Responds with the picture of a name.
 *
 * @throws {ApiError} `unknown_type` with the extensions that exist, `invalid_parameter`, or an error of the picture
 * loader.
 */
export function respondWithNamedPicture(
  ctx: HttpContext,
  services: RandomServices,
  { kind, name, extension }: NamedAnimal,
): Promise<Response> {
  const variant = parseVariant(readQuery(ctx.req), parseSegment(extension, PICTURE_TYPES));
  const { item: { url }, file } = pickNamedAnimal(services.content, { kind, name, variant });
  return respondWithPicture(ctx, services, { kind, file, url, variant, seed: name, cache: ONE_DAY });
}

/**
 * Redirects to a random animal or, with a `seed`, to that of the name; a form without a script sends it, perhaps empty.
 * Without a kind, the seed chooses it as for `/api/v2/random/animal`.
 *
 * @throws {ApiError} `invalid_parameter` if the name has no page.
 */
export function redirectToAnimal(ctx: HttpContext, kind?: string): Response {
  const query = readQuery(ctx.req);
  const seed = readParameter(query, "seed") === "" ? undefined : parseName(query, "seed");
  const extension = extensionOf(seed ?? "");
  if (seed !== undefined && extension !== undefined) {
    const requirement = `must not end in ".${extension}", because a path with this extension is not a page`;
    throw invalidParameterError("seed", seed, requirement);
  }
  const random = seed === undefined ? unseededRandom : seedRandom("animals", "", seed);
  const path = toNamedPath(kind ?? pick(random, ANIMALS), seed ?? pickName());
  return respondWithRedirect(ctx, { cache: NO_STORE }, path);
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
