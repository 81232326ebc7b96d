import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { parseSignPath } from "@/lib/content/drawings/error_picture.ts";
import { kindsOf, parseNamedPath, toPath } from "@/lib/content/named/named_path.ts";
import type { Content } from "@/lib/content/mod.ts";
import type { UrlPicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import type { FoundPicture } from "@/lib/content/drawings/pictures.ts";
import { parseNamedQuery } from "@/lib/content/named/named_query.ts";
import { NAMED_PARAMETERS, PICTURE_PARAMETERS, PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { DEFAULT_SIZE, parseFileOptions, type PictureVariant, scaleRadius } from "@/lib/content/drawings/variant.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { assertShortQuery } from "@/lib/http/request_url.ts";
import { toSegments } from "@/lib/parameters/path_segments.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";
import { didYouMean } from "@/lib/text/suggestion.ts";
import type { ServicePicture } from "@/lib/sources/service_picture.ts";
import { type CachePolicy, ONE_DAY, ONE_WEEK } from "@/lib/http/cache_control.ts";

/**
 * Finds the picture at a URL of this service, whatever its origin, for a filter: that of a status, an id, a name or a
 * group. Returns `undefined` if there is none. A drawing that is not cached is only planned. Instead of an SVG, which
 * cannot be filtered, it is a still PNG with the same content.
 *
 * @throws {ApiError} `bad_request`, `invalid_parameter`, `source_rejected` for another form of an animal; for a status,
 * an error of the pool.
 * @throws {URIError} if an escape of a name does not decode to text.
 */
export async function findServicePicture(url: URL, content: Content): Promise<ServicePicture | undefined> {
  assertShortQuery(url.href);
  const status = parseSignPath(url.pathname);
  if (status !== undefined) return toServicePicture({ response: await content.statusPictures.load(status) }, ONE_DAY);
  const { kind, segment } = splitAnimalPath(url.pathname) ?? {};
  if (kind === undefined) return await findById(url, content);
  if (segment === undefined) return undefined;
  const path = parseNamedPath(kind, segment);
  const form = PICTURE_TYPES.find((each) => each === path.extension);
  if (form === undefined) throw noPictureError(`${toPath(path)}.png`);
  assertSpelling(url.searchParams, NAMED_PARAMETERS);
  const variant = toPixelVariant(parseNamedQuery({ ...path, form }, url.searchParams));
  const found = await content.pictures.find(path.animals.map((animal) => content.pickNamed(animal)), variant);
  return toServicePicture(found, content.limitCaching(ONE_DAY, kindsOf(path)));
}

/** Instead of an SVG, which cannot be filtered, a PNG with the same content is, and with the same corners. */
function toPixelVariant(variant: PictureVariant): PictureVariant {
  const { type, size, radius = 0 } = variant;
  return type === "svg" ? { ...variant, type: "png", radius: scaleRadius(radius, DEFAULT_SIZE, size) } : variant;
}

async function findById({ pathname, searchParams }: URL, { pictures }: Content): Promise<ServicePicture | undefined> {
  const [folder, category, kind, file, ...rest] = toSegments(pathname);
  if (folder !== "images" || category !== "animals" || !kind || !file || rest.length > 0) return undefined;
  assertSpelling(searchParams, PICTURE_PARAMETERS);
  const options = parseFileOptions(searchParams, kind, file);
  const found = /\.svg$/i.test(file)
    ? await pictures.findFile(kind, file.replace(/svg$/i, "png"), toPixelVariant({ ...options, type: "svg" }))
    : await pictures.findFile(kind, file, options);
  return toServicePicture(found, ONE_WEEK);
}

function toServicePicture(
  found: FoundPicture | UrlPicture | undefined,
  cache: CachePolicy,
): ServicePicture | undefined {
  if (found === undefined) return undefined;
  if ("url" in found) return { options: { cache }, url: found.url };
  if ("draw" in found) return { options: { etag: found.key, cache }, draw: found.draw };
  const { key, response } = found;
  return { options: { etag: key ?? response.options.etag, cache }, read: () => response.read() };
}

function noPictureError(suggestion: string): ApiError {
  const message = `Cannot filter the image: this is not the address of a picture${didYouMean(suggestion)}`;
  return new ApiError("source_rejected", message, { details: { sourceStatus: 404, suggestion } });
}
