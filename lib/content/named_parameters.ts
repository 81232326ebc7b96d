import type { AnimalKind } from "@pawkit/animals";
import { FORMS, type NamedPath, toNamedPath } from "@/lib/content/named_animal.ts";
import { PICTURE_TYPES, TERMINAL_PARAMETERS, TYPE_SYNONYMS } from "@/lib/content/parameters.ts";
import { parseTextOptions } from "@/lib/content/terminal.ts";
import { assertMovable, parseNamedVariant, parseVariant, type PictureVariant } from "@/lib/content/variant.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { getOwn } from "@/lib/parameters/parse_values.ts";

/** A form of an animal: a page, or what an extension chooses. */
export type Form = "html" | typeof FORMS[number];

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
  assertNamedParameters({ kind, path, extension }, query);
  // A page is what browsers show of an address that terminals show as text.
  const isText = form === "txt" || form === "html";
  if (!isText) assertNoTextParameters(query, path);
  const variant = form === "json"
    ? parseVariant(query, { kind })
    : parseNamedVariant(query, { kind, type: PICTURE_TYPES.find((type) => type === form) });
  if (variant.motion) assertMovable(variant, toMovingAddress(path, form, query));
  return isText ? { ...variant, text: parseTextOptions(query) } : variant;
}

/** Parameters of random animals. A name has one animal, and an extension chooses its form. */
const RANDOM_PARAMETERS = ["format", "type", "count", "seed"] as const;

/** The address of one or several named animals. */
interface NamedAddress extends Pick<NamedPath, "extension"> {
  readonly kind: AnimalKind;
  /** The path without its extension. */
  readonly path: string;
  /** The forms that it has. */
  readonly forms?: readonly string[];
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
  const { type: _, ...others } = Object.fromEntries(query);
  const details = path === undefined ? {} : { suggestion: toAddress(`${path}.txt`, others) };
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent, because it is for text", details);
}

function toRightAddress({ kind, path, extension, forms = FORMS }: NamedAddress, query: URLSearchParams): string {
  const { seed, count, format, type, ...others } = Object.fromEntries(query);
  if (seed) return toAddress(toNamedPath(kind, seed) + (extension === undefined ? "" : `.${extension}`), others);
  if (count) return toAddress(`/api/v2/random/animal/${kind}`, { ...others, count });
  const wanted = [format === "text" ? "txt" : format, type].map((word = "") => getOwn(TYPE_SYNONYMS, word) ?? word);
  const form = wanted.map((word) => forms.find((each) => each === word)).find((each) => each !== undefined) ?? "png";
  const kept = form === "txt" ? others : withoutText(others);
  return toAddress(`${path}.${form}`, form === "json" && type ? { ...kept, type } : kept);
}

/** Returns a query without what is an error unless the form is text. */
function withoutText(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(TERMINAL_PARAMETERS, name)));
}

/** Returns the address at which one or several animals move. */
export function toMovingAddress(path: string, form: Form, query: URLSearchParams): string {
  const values = withoutText(Object.fromEntries(query));
  return form === "json" ? toAddress(`${path}.json`, { ...values, type: "svg" }) : toAddress(`${path}.svg`, values);
}

function toAddress(path: string, query: Record<string, string>): string {
  const text = String(new URLSearchParams(query));
  return text === "" ? path : `${path}?${text}`;
}
