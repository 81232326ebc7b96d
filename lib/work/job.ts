import type { FilterOptions } from "@pawkit/images";
import type { DrawOptions, FilterResult as FilteredImage, TextOptions } from "@pawkit/images/thread";

/** An SVG document to draw as a picture. */
export interface PictureJob extends DrawOptions {
  readonly svg: string;
}

/** An SVG document to draw as text for terminals. */
export interface TextJob extends TextOptions {
  readonly svg: string;
  readonly format: "txt";
}

/** A drawing, whose result is the bytes of a file or of UTF-8 text. */
export type DrawingJob = PictureJob | TextJob;

/** A picture to filter. */
export interface FilterJob {
  /**
   * A file whose header was checked, or an animal of this service. The bytes of a file are transferred to the thread,
   * so that nobody copies them: the caller cannot read them afterwards.
   */
  readonly source: Uint8Array<ArrayBuffer> | PictureJob;
  /** The filters, as `readSteps` returns them. */
  readonly steps: readonly string[];
  readonly options?: FilterOptions;
}

/** The filtered file. */
export interface FilterResult extends FilteredImage {
  /** How long the work took in the thread. */
  readonly jobMs: number;
}

/** How long a job may take. */
export const JOB_MS = 10_000;
