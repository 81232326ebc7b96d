import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import {
  FORMS,
  type NamedAnimal,
  parseNamedAnimal,
  RESERVED_EXTENSIONS,
  toNamedSegment,
} from "@/lib/content/named/named_animal.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** The most animals in a group, so that one request cannot ask for any amount of work. */
export const MAX_MEMBERS = 12;

/** The animals that a path names, and the form in which it asks for them. Several are a group. */
export interface NamedPath {
  /** The kind in the path, which animals have unless they name another. */
  readonly kind: AnimalKind;
  readonly animals: NamedAnimals;
  /** The extension of the path. Without one, the caller chooses the form. */
  readonly extension: string | undefined;
}

/** At least one named animal. */
export type NamedAnimals = readonly [NamedAnimal, ...NamedAnimal[]];

/** Returns whether the segment after the kind names several animals. A comma that is part of a name is `%2C`. */
export function isGroup(segment: string): boolean {
  return segment.includes(",");
}

/**
 * Parses the segment after the kind in a path: `Ada`, `Ada+Grace.png` or, for a group, `Ada,Grace+Zoe,dog:Rex.png`.
 * Each part is decoded once.
 *
 * @throws {ApiError} `invalid_parameter` if there are too many animals, or if one of them is not named correctly.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseNamedPath(kind: AnimalKind, segment: string): NamedPath {
  if (!isGroup(segment)) {
    const { extension, ...animal } = parseNamedAnimal(kind, segment);
    return { kind, animals: [animal], extension };
  }
  const parts = segment.split(",");
  if (parts.length > MAX_MEMBERS) {
    throw groupError(segment, `must have at most ${MAX_MEMBERS} names${REMARK}`, { max: MAX_MEMBERS });
  }
  if (parts.some(isNameless)) throw groupError(segment, `must have a name on both sides of each comma${REMARK}`);
  const members = parts.map((part) => splitMember(kind, part)).map((part) => parseNamedAnimal(part.kind, part.segment));
  const { extension } = members.at(-1)!;
  const early = members.slice(0, -1).find((member) => member.extension !== undefined);
  if (early !== undefined) {
    throw groupError(segment, `must have ".${early.extension}" only at its end, for the whole group`);
  }
  const [first, ...others] = members.map(({ extension: _, ...animal }) => animal);
  return { kind, animals: [first!, ...others], extension };
}

/** Returns the kinds of the animals of a path. */
export function kindsOf({ animals }: Pick<NamedPath, "animals">): readonly AnimalKind[] {
  return [...new Set(animals.map(({ kind }) => kind))];
}

/** Returns the forms that an extension chooses. A group has no text: twelve pictures do not fit into a terminal. */
export function formsOf({ animals }: Pick<NamedPath, "animals">): readonly typeof FORMS[number][] {
  return animals.length > 1 ? FORMS.filter((form) => form !== "txt") : FORMS;
}

/** Returns the path of the page of some animals. With an extension it is that of their picture. */
export function toPath(
  { kind, animals }: Pick<NamedPath, "kind"> & { readonly animals: readonly NamedAnimal[] },
): string {
  const parts = animals.map(({ kind: own, name, parents }) => {
    return (own === kind ? "" : `${own}:`) + toNamedSegment(name, parents);
  });
  return `/${kind}/${parts.join(",")}`;
}

/** For whoever meant one animal. */
const REMARK = ' ("%2C" is a comma of a name)';

/** The kind of a part of the path, if it is not that of the path. */
const KIND_PREFIX = new RegExp(`^(${ANIMALS.join("|")}):`);

/** Whether a part of a group is empty, or only the extension of the whole group. */
function isNameless(part: string): boolean {
  return part === "" || part.startsWith(".") && RESERVED_EXTENSIONS.includes(part.slice(1).toLowerCase());
}

/** Splits a part of the path of a group into its kind, which may be that of the path, and its name with escapes. */
export function splitMember(
  groupKind: AnimalKind,
  part: string,
): Pick<NamedAnimal, "kind"> & { readonly segment: string } {
  const [prefix = "", kind = groupKind] = KIND_PREFIX.exec(part) ?? [];
  return { kind: kind as AnimalKind, segment: part.slice(prefix.length) };
}

function groupError(segment: string, requirement: string, details = {}): ApiError {
  return invalidParameterError("name", decodeURIComponent(segment), requirement, details);
}
