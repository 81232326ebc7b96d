import { type NamedPath, toNamedPath } from "@/lib/content/named_animal.ts";
import { PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** Parameters of random animals. A name has one animal, and an extension chooses its form. */
const RANDOM_PARAMETERS = ["format", "type", "count", "seed"] as const;

/**
 * Rejects parameters that belong to random animals and would have no effect. With `.json`, `type` has one: it chooses
 * the type of `item.url`.
 *
 * @throws {ApiError} `invalid_parameter` with the right address.
 */
export function assertNamedParameters(animal: NamedPath, query: URLSearchParams): void {
  const isWrong = (name: string) => query.get(name) && !(name === "type" && animal.extension === "json");
  const wrong = RANDOM_PARAMETERS.find(isWrong);
  if (wrong === undefined) return;
  const suggestion = toRightAddress(animal, query);
  throw invalidParameterError(wrong, query.get(wrong)!, "must be absent next to a name", { suggestion });
}

/** What callers write for an extension, besides its name. */
const EXTENSIONS: Readonly<Record<string, string>> = { json: "json", text: "txt", txt: "txt" };

function toRightAddress({ kind, name, parents, extension }: NamedPath, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const each of RANDOM_PARAMETERS) rest.delete(each);
  const toAddress = (path: string) => rest.size === 0 ? path : `${path}?${rest}`;
  const seed = query.get("seed");
  if (seed) return toAddress(toNamedPath(kind, seed) + (extension === undefined ? "" : `.${extension}`));
  const count = query.get("count");
  if (count) {
    rest.set("count", count);
    return toAddress(`/api/v2/random/animal/${kind}`);
  }
  const format = query.get("format") ?? "";
  const isWanted = (each: string) => each === format || each === query.get("type");
  const pictureType = PICTURE_TYPES.find(isWanted);
  const form = Object.hasOwn(EXTENSIONS, format) ? EXTENSIONS[format] : pictureType ?? "png";
  if (form === "json" && pictureType !== undefined) rest.set("type", pictureType);
  return toAddress(`${toNamedPath(kind, name, parents)}.${form}`);
}
