import type { AnimalPath } from "@/lib/content/named/animal_path.ts";
import { type Form, toFormAddress } from "@/lib/content/named/form_address.ts";
import { formsOf, type NamedPath, parseNamedPath, toPath } from "@/lib/content/named/named_path.ts";
import { type FormRequest, parseNamedQuery } from "@/lib/content/named/named_query.ts";
import { choosePictureType, type PictureVariant } from "@/lib/content/drawings/variant.ts";
import { isTerminalRequest, prefersJson, prefersText, readAccept, wantsImage } from "@/lib/http/negotiation.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { readQuery } from "@/lib/parameters/query.ts";

/** The path of one or several named animals. */
export type AnimalAddress = Pick<AnimalPath, "kind"> & { readonly segment: string };

/** Named animals in one of their forms, and the picture of them that it shows or describes. */
export interface NamedRequest extends FormRequest {
  readonly variant: PictureVariant;
}

/**
 * Parses the request for one or several animals with a name.
 *
 * @throws {ApiError} `invalid_parameter` or `unknown_type`.
 * @throws {URIError} if an escape does not decode to text.
 */
export function parseNamedRequest(req: Request, { kind, segment }: AnimalAddress): NamedRequest {
  const path = parseNamedPath(kind, segment);
  const request = { ...path, form: chooseForm(req, path) };
  return { ...request, variant: parseNamedQuery(request, readQuery(req)) };
}

/**
 * Returns the form that a path or, without an extension, its caller asks for. Whoever wants nothing in particular gets
 * the page or, in a terminal, text. Where an animal would be text, a group is JSON.
 *
 * @throws {ApiError} `unknown_type` with the extensions that exist, `invalid_parameter` for the text of a group.
 */
function chooseForm(req: Request, path: NamedPath): Form {
  const { animals, extension } = path;
  const isGroup = animals.length > 1;
  if (isGroup && extension === "txt") {
    const value = `${animals.map(({ name }) => name).join(",")}.txt`;
    const suggestion = toFormAddress({ path: toPath(path), form: "png" }, readQuery(req));
    throw invalidParameterError("name", value, 'must not end in ".txt", because a group has no text', { suggestion });
  }
  if (extension !== undefined) return parseSegment(extension, formsOf(path));
  if (wantsImage(req)) return choosePictureType(req);
  const accepted = readAccept(req);
  if (prefersJson(accepted)) return "json";
  if (!prefersText(accepted) && !isTerminalRequest(req)) return "html";
  return isGroup ? "json" : "txt";
}
