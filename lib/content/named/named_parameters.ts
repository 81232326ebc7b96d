import type { AnimalKind } from "@pawkit/animals";
import { type Form, toFormAddress } from "@/lib/content/named/form_address.ts";
import { assertHasPage, FORMS, type NamedPath, parseNames, toNamedPath } from "@/lib/content/named/named_animal.ts";
import { PICTURE_TYPES, TERMINAL_PARAMETERS, TYPE_SYNONYMS } from "@/lib/content/parameters.ts";
import { parseTextOptions } from "@/lib/content/named/terminal.ts";
import { assertMovable, parseNamedVariant, parseVariant, type PictureVariant } from "@/lib/content/drawings/variant.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { getOwn } from "@/lib/parameters/parse_values.ts";

/** A named animal in one of its forms. */
export interface FormRequest extends NamedPath {
  readonly form: Form;
}

/**
 * Reads the query of a named animal: which picture of it the form shows or describes.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values, or with the right address.
 */
export function parseNamedQuery(request: FormRequest, query: URLSearchParams): PictureVariant {
  const { form, kind, name, parents, extension } = request;
  const path = toNamedPath(kind, name, parents);
  assertNamedParameters({ kind, path, extension, form }, query);
  if (form !== "txt" && form !== "html") assertNoTextParameters(query, path);
  const variant = form === "json" || form === "txt"
    ? parseVariant(query, { kind })
    : parseNamedVariant(query, { kind, type: PICTURE_TYPES.find((type) => type === form) });
  if (variant.motion) assertMovable(variant, toMovingAddress(path, form, query));
  // A page is what browsers show of an address that terminals show as text, so both reject the same.
  if (form === "html" || form === "txt") parseTextOptions(query);
  return variant;
}

/** Parameters of random animals. A name has one animal, and an extension chooses its form. */
const RANDOM_PARAMETERS = ["format", "type", "count", "seed"] as const;

/** The address of one or several named animals. */
interface NamedAddress extends Pick<FormRequest, "extension" | "form"> {
  readonly kind: AnimalKind;
  /** The path without its extension. */
  readonly path: string;
  /** The forms that it has. */
  readonly forms?: readonly Form[];
}

/**
 * Rejects parameters that belong to random animals and would have no effect. With `.json`, `type` has one: it chooses
 * the type of the URLs.
 *
 * @throws {ApiError} `invalid_parameter` with the right address.
 */
export function assertNamedParameters(address: NamedAddress, query: URLSearchParams): void {
  const isWrong = (name: string) => query.get(name) && !(name === "type" && address.extension === "json");
  const wrong = RANDOM_PARAMETERS.find(isWrong);
  if (wrong === undefined) return;
  const suggestion = toRightAddress(address, query);
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent next to a name", { suggestion });
}

/**
 * Rejects parameters of text, which would have no effect; `path` is that of an animal that has a text.
 *
 * @throws {ApiError} `invalid_parameter`, with the right address if there is one.
 */
export function assertNoTextParameters(query: URLSearchParams, path?: string): void {
  const wrong = Object.keys(TERMINAL_PARAMETERS).find((each) => query.get(each));
  if (wrong === undefined) return;
  const details = path === undefined ? {} : { suggestion: toFormAddress({ path, form: "txt" }, query) };
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent, because it is for text", details);
}

function toRightAddress(address: NamedAddress, query: URLSearchParams): string {
  const { kind, path, extension, form, forms = FORMS } = address;
  const [seed, count, format, type] = ["seed", "count", "format", "type"].map((name) => query.get(name) ?? "");
  if (seed) {
    const name = findName(seed);
    const meant = name === undefined ? path : toNamedPath(kind, name);
    return toFormAddress({ path: meant, form, isNegotiated: extension === undefined }, query);
  }
  if (count) return toFormAddress({ path: `/api/v2/random/animal/${kind}`, form: "random" }, query);
  const wanted = [format === "text" ? "txt" : format!, type!].map((word) => getOwn(TYPE_SYNONYMS, word) ?? word);
  const found = wanted.map((word) => forms.find((each) => each === word)).find((each) => each !== undefined);
  return toFormAddress({ path, form: found ?? "png" }, query);
}

/** Returns the name that a seed is, or `undefined` if it is none, such as a blank. */
function findName(seed: string): string | undefined {
  try {
    const { name } = parseNames([seed], "seed");
    assertHasPage(name, "seed");
    return name;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the address at which one or several animals move. */
export function toMovingAddress(path: string, form: Form, query: URLSearchParams): string {
  if (form !== "json") return toFormAddress({ path, form: "svg" }, query);
  return toFormAddress({ path, form }, Object.entries({ ...Object.fromEntries(query), type: "svg" }));
}
