import type { AnimalKind } from "@pawkit/animals";
import type { AnimalPath } from "@/lib/content/named/animal_path.ts";
import { parseGroup } from "@/lib/content/named/group.ts";
import { chooseGroupForm, type GroupRequest, parseGroupQuery } from "@/lib/content/named/group_response.ts";
import { type NamedAnimal, parseNamedAnimal } from "@/lib/content/named/named_animal.ts";
import { type FormRequest, parseNamedQuery } from "@/lib/content/named/named_parameters.ts";
import { chooseForm } from "@/lib/content/named/named_response.ts";
import { chooseAnimal } from "@/lib/content/named/redirect_response.ts";
import { parseTextOptions } from "@/lib/content/named/terminal.ts";
import type { PictureVariant, TextOptions } from "@/lib/content/drawings/variant.ts";
import { findKinds, parseWishes, type Wishes } from "@/lib/content/drawings/wishes.ts";
import { readQuery } from "@/lib/parameters/query.ts";

/** The path of one or several named animals. */
export type AnimalAddress = Pick<AnimalPath, "kind"> & { readonly segment: string };

/** How the animals of a request are drawn. */
interface Drawn {
  readonly variant: PictureVariant;
}

/**
 * Parses the request for an animal with a name.
 *
 * @throws {ApiError} `invalid_parameter` or `unknown_type`.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseAnimalRequest(req: Request, { kind, segment }: AnimalAddress): FormRequest & Drawn {
  const animal = parseNamedAnimal(kind, segment);
  const request = { ...animal, form: chooseForm(req, animal.extension) };
  return { ...request, variant: parseNamedQuery(request, readQuery(req)) };
}

/**
 * Parses the request for a group.
 *
 * @throws {ApiError} `invalid_parameter` or `unknown_type`.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseGroupRequest(req: Request, { kind, segment }: AnimalAddress): GroupRequest & Drawn {
  const group = parseGroup(kind, segment);
  const request = { ...group, form: chooseGroupForm(req, group) };
  return { ...request, variant: parseGroupQuery(request, readQuery(req)) };
}

/** An animal that the service chooses, and how it is drawn. */
export interface AnyAnimal {
  readonly animal: NamedAnimal;
  readonly wishes: Wishes;
  readonly text: TextOptions;
}

/** Parses the request for any animal, of a kind or of all. @throws {ApiError} `invalid_parameter`. */
export function parseAnyAnimal(req: Request, kind?: AnimalKind): AnyAnimal {
  const query = readQuery(req);
  const wishes = parseWishes(query, kind);
  const animal = chooseAnimal(query, kind === undefined ? findKinds(wishes) : [kind]);
  return { animal, wishes, text: parseTextOptions(query) };
}
