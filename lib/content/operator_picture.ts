import type { Credit } from "@/lib/content/credits.ts";
import type { AnimalKind } from "@/lib/content/pools.ts";

/** A picture that the operator supplies. */
export type OperatorPicture = FilePicture | UrlPicture;

interface PictureBase {
  /** A hash of the content or of the URL, so different pictures have different ids. */
  readonly id: string;
  /** The alternative text, derived from the title or the file name; `undefined` if that contains no words. */
  readonly alt: string | undefined;
  readonly credit?: Credit | undefined;
}

/** A picture that this service serves from a file. */
export interface FilePicture extends PictureBase {
  readonly mediaType: string;
  /** The last segment of its URL: `<id>.<extension>`. */
  readonly servedName: string;
  /** The displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Reads the file; returns `undefined` if it was removed or its content changed. Rejects if it cannot be read. */
  load(): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A picture on another server. */
export interface UrlPicture extends PictureBase {
  /** `undefined` if the URL does not end in a known extension. */
  readonly mediaType: string | undefined;
  readonly url: string;
}

/** The operator's pictures by kind. A kind that is missing uses generated drawings. */
export type OperatorPictures = Readonly<Partial<Record<AnimalKind, readonly OperatorPicture[]>>>;

/** Reports a warning to the operator. */
export type Warn = (message: string) => void;
