import { basename, extname } from "@std/path";
import type { Credit } from "@/lib/content/operator_pictures/credits.ts";
import { decodePercent } from "@/lib/http/request_url.ts";

/** A picture that the operator supplies. */
export type OperatorPicture = FilePicture | UrlPicture;

interface PictureBase {
  /** A hash of the content or of the URL, so different pictures have different ids. */
  readonly id: string;
  /** The alternative text, derived from the title or the file name; `undefined` if that contains no words. */
  readonly alt: string | undefined;
  readonly credit?: Credit | undefined;
}

/** What the content of a file says about a picture. */
export interface PictureContent extends Pick<PictureBase, "id"> {
  readonly mediaType: string;
  /** The displayed size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A picture that this service serves from a file. */
export interface FilePicture extends PictureBase, PictureContent {
  /** The last segment of its URL: `<id>.<extension>`. */
  readonly servedName: string;
  /** Reads the file; returns `undefined` if it was removed or its content changed. Rejects if it cannot be read. */
  load(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns a string that changes with the file, or `undefined` while it can change without a new time. */
  readVersion(): Promise<string | undefined>;
}

/** A picture on another server. */
export interface UrlPicture extends PictureBase {
  /** `undefined` if the URL does not end in a known extension. */
  readonly mediaType: string | undefined;
  readonly url: string;
}

/** The pictures of a folder or of a list, and what is wrong with others. */
export interface LoadedPictures {
  /** The same array as long as nothing has changed. */
  readonly pictures: readonly OperatorPicture[];
  readonly warnings: readonly string[];
}

/** Returns the media type of a picture by its extension, or `undefined` if the service shows no such pictures. */
export function mediaTypeOf(path: string): string | undefined {
  const [, format] = /\.(jpe?g|png|gif|webp)$/i.exec(path) ?? [];
  return format && `image/${format.toLowerCase().replace("jpg", "jpeg")}`;
}

/** Returns the id of a picture: the first 16 hexadecimal digits of the SHA-256 hash of its content or URL. */
export async function toId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.toHex().slice(0, 16);
}

/** A name that cameras and telephones give their files, with the numbers that follow. */
const CAMERA_NAME = /\b(?:IMGP?|DSC[FN]?|PXL|MVI|CIMG|GOPR|P) ?\d{3,}(?: (?:WA)?\d+)*/gi;

/** Returns the words of the name of a file: `Mia_on-the%20roof.jpg` becomes "Mia on the roof". */
export function toAltText(path: string): string | undefined {
  return cleanTitle(decodePercent(basename(path, extname(path))));
}

/** Returns a title without separators and camera names, or `undefined` if no word is left, as of `IMG_1234`. */
export function cleanTitle(title: string): string | undefined {
  // With `/`, because a decoded `%2F` becomes one.
  const text = title.replace(/[-_\s/]+/g, " ").replace(CAMERA_NAME, "").replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(text) ? text : undefined;
}
