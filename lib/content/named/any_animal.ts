import { type AnimalKind, normalizeName, pick, seedRandom } from "@pawkit/animals";
import { parsePageVariant, type PictureVariant, type TextOptions } from "@/lib/content/drawings/variant.ts";
import { findKinds } from "@/lib/content/drawings/wishes.ts";
import { assertHasPage, type NamedAnimal, parseNames } from "@/lib/content/named/named_animal.ts";
import { parseTextOptions } from "@/lib/content/named/terminal.ts";
import { REDIRECT_PARAMETERS } from "@/lib/content/parameters.ts";
import { unseededRandom } from "@/lib/content/random/random.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readQuery } from "@/lib/parameters/query.ts";

/** An animal that the service chooses, how its page shows it, and how a terminal does. */
export interface AnyAnimal {
  readonly animal: NamedAnimal;
  readonly variant: PictureVariant;
  readonly text: TextOptions;
}

/** Parses the request for any animal, of a kind or of all. @throws {ApiError} `invalid_parameter`. */
export function parseAnyAnimal(req: Request, kind?: AnimalKind): AnyAnimal {
  const query = readQuery(req);
  const variant = parsePageVariant(query, kind);
  const animal = chooseAnimal(query, kind === undefined ? findKinds(variant) : [kind]);
  return { animal, variant, text: parseTextOptions(query) };
}

/**
 * Chooses a random animal or, with a `seed`, the animal of that name, or its child `with` another. The form on the page
 * may send an empty seed. The seed chooses one of the kinds as for `/api/v2/random/animal`.
 */
function chooseAnimal(query: URLSearchParams, kinds: readonly AnimalKind[]): NamedAnimal {
  const { name, parents } = parseRedirect(query);
  const random = name === undefined
    ? unseededRandom
    : seedRandom("animals", "", (parents ?? [name]).map(normalizeName).sort().join("+"));
  return { kind: pick(random, kinds), name: name ?? pickName(), parents };
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
