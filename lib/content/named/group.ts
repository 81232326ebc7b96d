import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import {
  type NamedAnimal,
  type NamedPath,
  parseNamedAnimal,
  toNamedSegment,
} from "@/lib/content/named/named_animal.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** The most animals in a group, so that one request cannot ask for any amount of work. */
export const MAX_MEMBERS = 12;

/** Several named animals, and the form in which their path asks for them. */
export interface GroupPath {
  /** The kind in the path, which members have unless they name another. */
  readonly kind: AnimalKind;
  readonly members: readonly NamedAnimal[];
  /** The extension of the path. Without one, the caller chooses the form. */
  readonly extension: string | undefined;
}

/** Returns whether the segment after the kind names several animals. A comma that is part of a name is `%2C`. */
export function isGroup(segment: string): boolean {
  return segment.includes(",");
}

/**
 * Parses the segment after the kind in the path of a group: `Ada,Grace+Zoe,dog:Rex.png`. Each part is decoded once.
 *
 * @throws {ApiError} `invalid_parameter` if there are too many animals, or if one of them is not named correctly.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseGroup(kind: AnimalKind, segment: string): GroupPath {
  const parts = segment.split(",");
  if (parts.length > MAX_MEMBERS) {
    throw groupError(segment, `must have at most ${MAX_MEMBERS} names${REMARK}`, { max: MAX_MEMBERS });
  }
  if (parts.includes("")) throw groupError(segment, `must have a name on both sides of each comma${REMARK}`);
  const paths = parts.map((part) => splitMember(kind, part)).map((part) => parseNamedAnimal(part.kind, part.segment));
  const { extension } = paths.at(-1)!;
  const early = paths.slice(0, -1).find((path) => path.extension !== undefined);
  if (early !== undefined) {
    throw groupError(segment, `must have ".${early.extension}" only at its end, for the whole group`);
  }
  return { kind, members: paths.map(({ extension: _, ...member }) => member), extension };
}

/** Returns the kinds of the members. */
export function memberKindsOf({ members }: Pick<GroupPath, "members">): readonly AnimalKind[] {
  return [...new Set(members.map(({ kind }) => kind))];
}

/** Returns the path of a group's page. With an extension it is that of its picture. */
export function toGroupPath({ kind, members }: Pick<GroupPath, "kind" | "members">): string {
  const parts = members.map(({ kind: own, name, parents }) => {
    return (own === kind ? "" : `${own}:`) + toNamedSegment(name, parents);
  });
  return `/${kind}/${parts.join(",")}`;
}

/** For whoever meant one animal. */
const REMARK = ' ("%2C" is a comma of a name)';

/** The kind of a part of the path, if it is not that of the path. */
const KIND_PREFIX = new RegExp(`^(${ANIMALS.join("|")}):`);

/** Splits a part of the path into its kind, which may be that of the path, and its name with escapes. */
export function splitMember(
  groupKind: AnimalKind,
  part: string,
): Pick<NamedPath, "kind"> & { readonly segment: string } {
  const [prefix = "", kind = groupKind] = KIND_PREFIX.exec(part) ?? [];
  return { kind: kind as AnimalKind, segment: part.slice(prefix.length) };
}

function groupError(segment: string, requirement: string, details = {}): ApiError {
  return invalidParameterError("name", decodeURIComponent(segment), requirement, details);
}
