import type { CachePolicy } from "@/lib/http/cache_control.ts";
import type { Drawing } from "@pawkit/images/svg";

/** A picture of this service as the source of a filter: a file, a drawing that is not cached, or only its URL. */
export type ServicePicture = PictureFile | PictureDrawing | PictureElsewhere;

interface PictureBase {
  /** A tag that is the same as long as the picture is, and how it may be cached. */
  readonly options: { readonly etag?: string | undefined; readonly cache: CachePolicy };
}

interface PictureFile extends PictureBase {
  /** Returns bytes that others use, too. */
  read(): Uint8Array<ArrayBuffer>;
}

interface PictureDrawing extends PictureBase {
  /** Draws the SVG document, which takes a millisecond. */
  readonly draw: () => SizedDrawing;
}

interface PictureElsewhere extends PictureBase {
  /** Where it is, on another server. Whoever fetches it must check this URL like that of a caller. */
  readonly url: string;
}

/** A drawing whose height is known before it is rendered. */
export interface SizedDrawing extends Drawing {
  readonly height: number;
}
