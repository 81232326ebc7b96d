import { type Kind, KINDS, MAX_MEMBERS, MAX_NAME_CHARACTERS, tidyName } from "@pawkit/animals";
import { ApiError } from "@/lib/http/errors.ts";
import { pickName } from "@/lib/meet/random_name.ts";
import { shorten } from "@/lib/util/text.ts";

/** An animal in an address: its name, or the names of its two parents. */
export interface Named {
  readonly kind: Kind;
  readonly names: readonly [string] | readonly [string, string];
}

/** The forms of an animal that an extension chooses. */
export const FORMS = ["png", "webp", "jpg", "svg", "json", "txt"] as const;

/** The form of an animal. */
export type Form = typeof FORMS[number];

/** What `/cat/Ada,dog:Rex+Zoe.png` names: one animal or a group, and their form. */
export interface Address {
  /** The kind in the path. It applies to every animal whose own kind is not written. */
  readonly kind: Kind;
  readonly animals: readonly Named[];
  readonly form: Form | undefined;
}

/** Also the extensions of pictures that animals do not have, because `Ada.gif` must not be another animal than Ada. */
const EXTENSION = new RegExp(`\\.(${FORMS.join("|")}|jpeg|gif|avif|bmp)$`, "i");
const MEMBER = new RegExp(`^(?:(${KINDS.join("|")}):)?(.*)$`, "s");

/**
 * Parses the segment after the kind, as it was sent. Commas are between animals, a plus is between parents, and a colon
 * follows a kind. Each part is decoded once, so `%2C`, `%2B` and `%3A` belong to a name.
 *
 * @throws {ApiError} `invalid_parameter`, or `unknown_type` for a wrong extension.
 */
export function parseAddress(kind: Kind, segment: string): Address {
  const form = toForm(EXTENSION.exec(segment)?.[1]?.toLowerCase());
  const members = segment.replace(EXTENSION, "").split(",");
  if (members.length > MAX_MEMBERS) throw nameError(segment, `must be at most ${MAX_MEMBERS} names`, MAX_MEMBERS);
  const animals = members.map((member) => toNamed(kind, member.split("+"), decodeURIComponent));
  return { kind, animals, form };
}

function toForm(extension: string | undefined): Form | undefined {
  const form = extension === "jpeg" ? "jpg" : extension;
  const found = FORMS.find((each) => each === form);
  if (form === undefined || found !== undefined) return found;
  const message = `Cannot find the extension "${form}": must be one of ${FORMS.join(", ")}`;
  throw new ApiError("unknown_type", message, { details: { value: form, allowed: FORMS } });
}

/** Returns the path of some animals, without an extension. One animal is always below its own kind. */
export function toPath(given: Kind, animals: readonly Named[]): string {
  const kind = animals.length === 1 ? animals[0]!.kind : given;
  const members = animals.map((each) =>
    (each.kind === kind ? "" : `${each.kind}:`) + each.names.map(encodeURIComponent).join("+")
  );
  // The end of a name such as "Ada.png" would be read as a form.
  return `/${kind}/${members.join(",").replace(EXTENSION, (extension) => extension.replace(".", "%2E"))}`;
}

/** Returns the name of an animal as people read it: `Ada`, or `Ada+Grace`. */
export function toName({ names }: Named): string {
  return names.join("+");
}

/** The characters that have a meaning in the name field, so they are escaped in a name. */
const TYPED_MARK = new RegExp(`[,+]|%(?=2[5BC]|3A)|(?<=^(?:${KINDS.join("|")})):`, "gi");

/** Such a character after it was escaped. */
const TYPED_ESCAPE = /%(?:2[5BC]|3A)/gi;

/** Returns the text for these animals in the name field. `parseTyped` reads the same animals from it. */
export function toTyped({ kind, animals }: Pick<Address, "kind" | "animals">): string {
  const members = animals.map(({ kind: own, names }) => {
    const typed = names.map((name) => name.replace(TYPED_MARK, (mark) => encodeURIComponent(mark))).join("+");
    return own === kind ? typed : `${own}:${typed}`;
  });
  return members.join(", ");
}

/** Reads the name field: `Ada`, `Ada + Grace`, or `Ada, dog:Rex`. An empty field means a random name. */
export function parseTyped(kind: Kind, typed: string): readonly Named[] {
  const members = typed.split(",").map((part) => part.trim()).filter((part) => part !== "");
  if (members.length === 0) return [{ kind, names: [pickName()] }];
  if (members.length > MAX_MEMBERS) throw nameError(typed, `must be at most ${MAX_MEMBERS} names`, MAX_MEMBERS);
  return members.map((member) => {
    const parents = member.split("+").map((part) => part.trim()).filter((part) => part !== "");
    return toNamed(kind, parents, (text) => text.replace(TYPED_ESCAPE, decodeURIComponent));
  });
}

/** Reads an animal from its name, or from the names of its parents. The kind of the first parent applies to both. */
function toNamed(kind: Kind, parts: readonly string[], decode: (text: string) => string): Named {
  const member = parts.join("+");
  const parents = parts.map((part) => {
    const [, own, text = ""] = MEMBER.exec(part)!;
    return { own: own as Kind | undefined, text };
  });
  const chosen = parents[0]?.own ?? kind;
  if (parents.some(({ own }) => own !== undefined && own !== chosen)) {
    throw nameError(member, `must have two parents of one kind, ${chosen}`);
  }
  if (parents.length < 1 || parents.length > 2) {
    throw nameError(member, "must be one name, or two with a plus between them");
  }
  return { kind: chosen, names: parents.map(({ text }) => parseName(decode(text))) as [string] };
}

function parseName(text: string): string {
  try {
    const name = tidyName(text);
    // A browser would remove these names from an address.
    if (name !== "." && name !== "..") return name;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const must = `must have 1 to ${MAX_NAME_CHARACTERS} characters and not be "." or ".."`;
  throw nameError(text, must, MAX_NAME_CHARACTERS);
}

function nameError(value: string, must: string, max?: number): ApiError {
  const details = { parameter: "name", value, ...(max !== undefined && { min: 1, max }) };
  return new ApiError("invalid_parameter", `Cannot read "name": ${must}, got "${shorten(value, 80)}"`, { details });
}
