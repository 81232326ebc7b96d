import { type AnimalKind, normalizeName, tidyName } from "@pawkit/animals";
import { MAX_SEED_CHARACTERS, PICTURE_TYPES, TYPE_SYNONYMS } from "@/lib/content/parameters.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { assertLength } from "@/lib/parameters/parse_values.ts";

/** An animal that belongs to a name, which is its seed. */
export interface NamedAnimal {
  readonly kind: AnimalKind;
  /** The name as it is shown: `Ada`, or `Ada+Grace`. */
  readonly name: string;
  /** The names of its parents, if it is the child of two. */
  readonly parents?: Parents | undefined;
}

/** The names of two parents. */
export type Parents = readonly [string, string];

/** A named animal, and the extension that follows its name in a path. */
interface NamedFile extends NamedAnimal {
  /** `jpg` for `jpeg`. */
  readonly extension: string | undefined;
}

/** The forms of an animal that an extension chooses. */
export const FORMS = [...PICTURE_TYPES, "json", "txt"] as const;

/** Extensions of files that do not exist here, but that programs and people try. */
const OTHER_EXTENSIONS = ["gif", "avif", "bmp", "tif", "tiff", "ico", "heic", "pdf", "html", "xml"];

/** Not part of a name: whoever requests `/cat/Ada.gif` wants a picture of Ada, not the page of "Ada.gif". */
export const RESERVED_EXTENSIONS: readonly string[] = [...FORMS, ...Object.keys(TYPE_SYNONYMS), ...OTHER_EXTENSIONS];

/**
 * Parses the name of an animal in a path: `Ada`, `Ada.png` or `Ada+Grace`. It is decoded here, once, so `%2F` is a
 * slash of the name, and `%2B` a plus.
 *
 * @throws {ApiError} `invalid_parameter` if the name is empty, too long, `.` or `..`, or if there are three.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseNamedAnimal(kind: AnimalKind, segment: string): NamedFile {
  const parts = segment.split("+").map((part) => decodeURIComponent(part));
  // Tidy, so that "Ada.png " is not taken for a name without an extension: no address leads to that.
  const last = tidyName(parts.pop()!);
  const extension = extensionOf(last);
  const names = [...parts, extension === undefined ? last : last.slice(0, -extension.length - 1)];
  return { kind, ...parseNames(names), extension: extension && (TYPE_SYNONYMS[extension] ?? extension) };
}

/**
 * Parses the parts between the pluses of a name: they are one name, or those of two parents. A plus next to nothing is
 * part of the name.
 *
 * @throws {ApiError} `invalid_parameter`, like {@linkcode parseNamedAnimal}.
 */
export function parseNames(parts: readonly string[], parameter = "name"): Pick<NamedAnimal, "name" | "parents"> {
  if (parts.length > 2) {
    // In a query, `%2B` is the plus that separates.
    const remark = parameter === "name" ? ' ("%2B" is a plus of a name)' : "";
    const requirement = `must have one plus, because an animal has two parents${remark}`;
    throw invalidParameterError(parameter, parts.join("+"), requirement);
  }
  const names = parts.map(tidyName);
  const isFamily = names.length === 2 &&
    names.every((name) => name !== "" && countCharacters(name) <= MAX_SEED_CHARACTERS);
  if (names.length === 1) return { name: parseName(names[0]!, parameter) };
  if (!isFamily) return { name: parseName(tidyName(parts.join("+")), parameter) };
  for (const name of names) assertHasPage(parseName(name, parameter), parameter);
  const [first, second] = names as [string, string];
  if (normalizeName(first) === normalizeName(second)) return { name: first };
  return { name: `${first}+${second}`, parents: [first, second] };
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Returns the extension that a name ends in, if a path with it is not a page. */
function extensionOf(text: string): string | undefined {
  // Cameras and some systems write them in capitals.
  const name = text.toLowerCase();
  return RESERVED_EXTENSIONS.find((each) => name.endsWith(`.${each}`));
}

function parseName(text: string, parameter: string): string {
  const name = assertLength(parameter, text, MAX_SEED_CHARACTERS);
  // Browsers would take `/cat/..` for the landing page, whatever its escapes.
  if (name !== "." && name !== "..") return name;
  throw invalidParameterError(parameter, name, 'must not be "." or "..", which are not names in a path');
}

/** Rejects a name whose path would have an extension. @throws {ApiError} `invalid_parameter`. */
export function assertHasPage(name: string, parameter: string): void {
  const extension = extensionOf(name);
  if (extension === undefined) return;
  const requirement = `must not end in ".${extension}", because a path with this extension is not a page`;
  throw invalidParameterError(parameter, name, requirement);
}

/** Returns the path of an animal's page. With an extension it is that of its picture. */
export function toNamedPath(kind: string, name: string, parents?: Parents): string {
  return `/${kind}/${toNamedSegment(name, parents)}`;
}

/** Returns the segment of an animal's path after its kind. */
export function toNamedSegment(name: string, parents?: Parents): string {
  return (parents ?? [name]).map(encodeURIComponent).join("+");
}
