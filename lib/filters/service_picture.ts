import type { Drawing } from "@/lib/filters/plan.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import type { SourceInfo } from "@/lib/sources/source.ts";
import type { Entry } from "@/lib/util/served_folder.ts";
import { shorten } from "@/lib/util/text.ts";

/** A picture of this service, which needs no network. */
export type ServicePicture = ServiceDrawing | ServiceFile;

/** An animal or a sign. It is drawn and filtered in one job. */
export type ServiceDrawing = Omit<Drawing, "format">;

/** One of the operator's own pictures. */
export interface ServiceFile {
  /** Returns bytes that nobody else uses. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Finds a picture of this service by the path and the query of a URL. @throws {ApiError} if the query is wrong. */
export type FindServicePicture = (url: URL) => ServicePicture | undefined;

/** A loaded image. */
export interface LoadedImage extends SourceInfo {
  /** Missing if the image has not changed since it was last loaded. */
  readonly bytes: Uint8Array<ArrayBuffer> | Drawing | undefined;
}

/** Returns the function that loads a picture of this service. @throws {ApiError} `source_rejected` if there is none. */
export function toLoader(url: URL, find: FindServicePicture): () => Promise<LoadedImage> {
  const { pathname } = url;
  const picture = find(url);
  if (picture === undefined) {
    const message = "Cannot filter the image: must be a picture of this service, such as /cat/Ada.png or /404.png, " +
      `got "${shorten(pathname, 80)}"`;
    throw new ApiError("source_rejected", message, { details: { sourceStatus: 404 } });
  }
  return async () => {
    const bytes = "svg" in picture ? { ...picture, format: toFormat(pathname) } : await picture.read();
    return { ...UNCHANGING, finalUrl: pathname, bytes };
  };
}

/** Pictures of this service change with its version only. */
const UNCHANGING = {
  freshness: { isStorable: true, seconds: Infinity },
  etag: undefined,
  lastModified: undefined,
} as const;

/** Returns the format in which a picture is drawn before it is filtered. An SVG is drawn as PNG. */
function toFormat(path: string): Drawing["format"] {
  if (path.endsWith(".webp")) return "webp";
  return /\.jpe?g$/.test(path) ? "jpeg" : "png";
}

/** The operator's own pictures, by the kind of animal. */
export type PictureFiles = ReadonlyMap<string, readonly { readonly entry: Entry }[]>;

/** Finds one of the operator's own pictures at `/pictures/{kind}/{file}`. */
export function findPictureFile(files: PictureFiles, { pathname }: URL): ServiceFile | undefined {
  const [, kind = "", name = ""] = /^\/pictures\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const found = files.get(kind)?.find(({ entry }) => entry.name === decodePercent(name));
  if (found === undefined) return undefined;
  return { read: () => Deno.readFile(found.entry.file) };
}
