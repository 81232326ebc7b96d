import { type Form, hasPreview, toFormAddress } from "@/lib/content/named/form_address.ts";
import { assertHasPage, parseNames, toNamedPath } from "@/lib/content/named/named_animal.ts";
import { formsOf, kindsOf, type NamedPath, toPath } from "@/lib/content/named/named_path.ts";
import {
  FRAME_PARAMETERS,
  GROUP_PARAMETERS,
  NAMED_PARAMETERS,
  PICTURE_TYPES,
  PREVIEW,
  TERMINAL_PARAMETERS,
  TYPE_PARAMETERS,
  TYPE_SYNONYMS,
} from "@/lib/content/parameters.ts";
import { parseTextOptions } from "@/lib/content/named/terminal.ts";
import {
  assertMovable,
  type NamedVariantOptions,
  parseNamedVariant,
  type PictureVariant,
} from "@/lib/content/drawings/variant.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readParameter } from "@/lib/parameters/query.ts";

/** Named animals in one of their forms. */
export interface FormRequest extends NamedPath {
  readonly form: Form;
}

/**
 * Reads the query of named animals: which picture of them the form shows or describes.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values, or with the right address.
 */
export function parseNamedQuery(request: FormRequest, query: URLSearchParams): PictureVariant {
  const { form, animals } = request;
  const isGroup = animals.length > 1;
  const path = toPath(request);
  assertNamedParameters(request, query);
  // A page is what browsers show of an address that terminals show as text, so it accepts the parameters of text.
  const hasText = !isGroup && (form === "html" || form === "txt");
  if (!hasText) assertNoTextParameters(query, isGroup ? undefined : path);
  if (!isGroup && !hasPreview({ path, form })) assertNoPreview(query, path);
  const chosen = PICTURE_TYPES.find((type) => type === form);
  const type = chosen ?? (form === "html" ? "png" : parseValues(query, TYPE_PARAMETERS).type);
  const variant = parseNamedVariant(query, { kinds: kindsOf(request), type, sizes: sizesOf(request, path) });
  if (variant.motion) assertMovable(variant, toMovingAddress(path, form, query));
  if (hasText) parseTextOptions(query);
  return variant;
}

/** Parameters of random animals. A name has one animal, and an extension chooses its form. */
const RANDOM_PARAMETERS = ["format", "type", "count", "seed"] as const;

/**
 * Rejects parameters that belong to random animals and would have no effect. With `.json`, `type` has one: it chooses
 * the type of the URLs.
 */
function assertNamedParameters(request: FormRequest, query: URLSearchParams): void {
  const isWrong = (name: string) => query.get(name) && !(name === "type" && request.extension === "json");
  const wrong = RANDOM_PARAMETERS.find(isWrong);
  if (wrong === undefined) return;
  const suggestion = toRightAddress(request, query);
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent next to a name", { suggestion });
}

/** Rejects parameters of text, which would have no effect; `path` is that of an animal that has a text. */
function assertNoTextParameters(query: URLSearchParams, path?: string): void {
  const wrong = Object.keys(TERMINAL_PARAMETERS).find((each) => query.get(each));
  if (wrong === undefined) return;
  const details = path === undefined ? {} : { suggestion: toFormAddress({ path, form: "txt" }, query) };
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent, because it is for text", details);
}

/** Rejects the size of a link preview; `path` is that of an animal whose PNG can be one. */
function assertNoPreview(query: URLSearchParams, path: string): void {
  if (readParameter(query, "size") !== PREVIEW.name) return;
  const { min, max } = FRAME_PARAMETERS.size;
  const requirement = `must be a whole number from ${min} to ${max}, because only PNG and JPEG can be a link preview`;
  const suggestion = toFormAddress({ path, form: "png" }, query);
  throw invalidParameterError("size", PREVIEW.name, requirement, { min, max, suggestion });
}

function toRightAddress(request: FormRequest, query: URLSearchParams): string {
  const { kind, extension, form } = request;
  const path = toPath(request);
  const [seed, count, format, type] = ["seed", "count", "format", "type"].map((name) => query.get(name) ?? "");
  if (seed) {
    const name = findName(seed);
    const meant = name === undefined ? path : toNamedPath(kind, name);
    return toFormAddress({ path: meant, form, isNegotiated: extension === undefined }, query);
  }
  if (count) return toFormAddress({ path: `/api/v2/random/animal/${kind}`, form: "random" }, query);
  const wanted = [format === "text" ? "txt" : format!, type!].map((word) => getOwn(TYPE_SYNONYMS, word) ?? word);
  const found = wanted.map((word) => formsOf(request).find((each) => each === word)).find((each) => each !== undefined);
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

/** Returns the sizes of a form. */
function sizesOf({ form, animals }: FormRequest, path: string): NamedVariantOptions["sizes"] {
  if (animals.length > 1) return GROUP_PARAMETERS.size;
  return hasPreview({ path, form }) ? NAMED_PARAMETERS.size : FRAME_PARAMETERS.size;
}

/** Returns the address at which animals move. */
function toMovingAddress(path: string, form: Form, query: URLSearchParams): string {
  if (form !== "json") return toFormAddress({ path, form: "svg" }, query);
  return toFormAddress({ path, form }, Object.entries({ ...Object.fromEntries(query), type: "svg" }));
}
