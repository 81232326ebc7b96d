import { ANIMALS } from "@pawkit/animals";
import type { Content } from "@/lib/content/mod.ts";
import { parseNamedAnimal, toNamedPath } from "@/lib/content/named_animal.ts";
import type { FoundPicture } from "@/lib/content/pictures.ts";
import { parseNamedQuery } from "@/lib/content/named_parameters.ts";
import { PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { parseDrawingOptions } from "@/lib/content/variant.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { didYouMean } from "@/lib/text/suggestion.ts";
import type { ServicePicture } from "@/lib/sources/service_picture.ts";
import { type CachePolicy, ONE_DAY, ONE_WEEK } from "@/lib/http/cache_control.ts";

/** The path of a picture: its kind and its file name. */
const PICTURE_PATH = /^\/images\/animals\/([^/]+)\/([^/]+)$/;

/** The path of a name, perhaps with an extension. */
const NAMED_PATH = new RegExp(`^/(${ANIMALS.join("|")})/([^/]+)/?$`);

/**
 * Finds the picture at a URL of this service, that of an id or of a name, for a filter; returns `undefined` if there is
 * none. A drawing that is not cached is only planned.
 *
 * @throws {ApiError} `invalid_parameter`, `source_rejected` for another form of an animal.
 */
export async function findServicePicture(url: URL, content: Content): Promise<ServicePicture | undefined> {
  const { pathname, searchParams } = url;
  const [, kind = "", file = ""] = PICTURE_PATH.exec(pathname) ?? [];
  if (file !== "") {
    return toServicePicture(await content.pictures.findFile(kind, file, parseDrawingOptions(searchParams)), ONE_WEEK);
  }
  const [, word, segment = ""] = NAMED_PATH.exec(pathname) ?? [];
  const kindOfName = ANIMALS.find((each) => each === word);
  if (kindOfName === undefined) return undefined;
  const animal = parseNamedAnimal(kindOfName, segment);
  const type = PICTURE_TYPES.find((each) => each === animal.extension);
  if (type === undefined) throw noPictureError(`${toNamedPath(animal.kind, animal.name, animal.parents)}.png`);
  const variant = parseNamedQuery({ ...animal, form: type }, searchParams);
  const found = await content.pictures.find(content.pickNamed(animal), variant);
  return toServicePicture(found, content.limitCaching(ONE_DAY, [animal.kind]));
}

function toServicePicture(found: FoundPicture | undefined, cache: CachePolicy): ServicePicture | undefined {
  if (found === undefined) return undefined;
  if ("draw" in found) return { options: { etag: found.key, cache }, draw: found.draw };
  const { key, response } = found;
  return { options: { etag: key ?? response.options.etag, cache }, read: () => response.read() };
}

function noPictureError(suggestion: string): ApiError {
  const message = `Cannot filter the image: this is not the address of a picture${didYouMean(suggestion)}`;
  return new ApiError("source_rejected", message, { details: { sourceStatus: 404, suggestion } });
}
