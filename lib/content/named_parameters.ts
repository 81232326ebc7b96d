import { FORMS, type NamedPath, toNamedPath } from "@/lib/content/named_animal.ts";
import { PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { assertMovable, parseNamedVariant, parseVariant, type PictureVariant } from "@/lib/content/variant.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** A form of an animal: a page, or what an extension chooses. */
export type Form = "html" | typeof FORMS[number];

/** A named animal in one of its forms. */
export interface FormRequest extends NamedPath {
  readonly form: Form;
}

/**
 * Reads the query of a named animal: which picture of it the form shows or describes. A page ignores it, but whoever
 * embeds the address learns about a mistake.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values, or with the right address.
 */
export function parseNamedQuery(request: FormRequest, query: URLSearchParams): PictureVariant {
  assertNamedParameters(request, query);
  const { form, kind } = request;
  const variant = form === "json"
    ? parseVariant(query, { kind })
    : parseNamedVariant(query, { kind, type: PICTURE_TYPES.find((type) => type === form) });
  if (variant.motion) assertMovable(variant, toMovingAddress(request, query));
  return variant;
}

/** Parameters of random animals. A name has one animal, and an extension chooses its form. */
const RANDOM_PARAMETERS = ["format", "type", "count", "seed"] as const;

/**
 * Rejects parameters that belong to random animals and would have no effect. With `.json`, `type` has one: it chooses
 * the type of `item.url`.
 */
function assertNamedParameters(animal: NamedPath, query: URLSearchParams): void {
  const isWrong = (name: string) => query.get(name) && !(name === "type" && animal.extension === "json");
  const wrong = RANDOM_PARAMETERS.find(isWrong);
  if (wrong === undefined) return;
  const suggestion = toRightAddress(animal, query);
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent next to a name", { suggestion });
}

function toRightAddress({ kind, name, parents, extension }: NamedPath, query: URLSearchParams): string {
  const { seed, count, format, type, ...others } = Object.fromEntries(query);
  if (seed) return toAddress(toNamedPath(kind, seed) + (extension === undefined ? "" : `.${extension}`), others);
  if (count) return toAddress(`/api/v2/random/animal/${kind}`, { ...others, count });
  const wanted = [format === "text" ? "txt" : format, type];
  const form = wanted.map((word) => FORMS.find((each) => each === word)).find((each) => each !== undefined) ?? "png";
  return toAddress(
    `${toNamedPath(kind, name, parents)}.${form}`,
    form === "json" && type ? { ...others, type } : others,
  );
}

function toMovingAddress({ kind, name, parents, form }: FormRequest, query: URLSearchParams): string {
  const path = toNamedPath(kind, name, parents);
  const values = Object.fromEntries(query);
  return form === "json" ? toAddress(`${path}.json`, { ...values, type: "svg" }) : toAddress(`${path}.svg`, values);
}

function toAddress(path: string, query: Record<string, string>): string {
  const text = String(new URLSearchParams(query));
  return text === "" ? path : `${path}?${text}`;
}
