// What jobs take, for the estimates of cost.ts. The unit of a figure is in its name; `ns` is processor time.
//
// | figures                          | where they come from                                                          |
// | -------------------------------- | ----------------------------------------------------------------------------- |
// | READING…, WRITING, BASE,         | `deno task bench filters`, rows "estimate": the slowest of flat pictures,     |
// | FRAME_NS, ANIMATION, SHRUNK_…    | photographs, noise and hostile files, rounded. It prints what the figures     |
// |                                  | would be for each file, and marks memory below 0.8 times what was measured.   |
// | DRAWING, DRAWING_BASE            | animals of all kinds: 512 px took up to 43 ms, 1,024 px up to 96 ms, with the |
// |                                  | encoding in the slowest format                                                |
// | MAX_RELIABLE_BYTES               | files that were made to take long                                             |
// | SOURCE_COPIES                    | counted in the code                                                           |
// | MAX_SHORT_MS                     | chosen: with it, a drawing of 1,024 px and a thumbnail are short              |
//
// What a filter takes for each pixel is in its description, `nsPerPixel` in lib/images/filters.

import type { Format, WritableFormat } from "@pawkit/images";

/** What each pixel takes. */
export interface PixelFigures {
  readonly nsPerPixel: number;
  readonly bytesPerPixel: number;
}

/** What reading takes. */
export interface ReadingFigures extends PixelFigures {
  /**
   * For each byte of the file, besides: a small PNG can have a Huffman table for each pixel, a JPEG and an AVIF much
   * noise.
   */
  readonly nsPerFileByte?: number;
}

/** What writing takes. */
export interface WritingFigures extends PixelFigures {
  /** For each file, besides: libwebp has a histogram of 17 KB for each of many tiles. */
  readonly bytes?: number;
}

/** Decoding. */
export const READING: Readonly<Record<Format, ReadingFigures>> = {
  png: { nsPerPixel: 30, bytesPerPixel: 8, nsPerFileByte: 50 },
  jpeg: { nsPerPixel: 30, bytesPerPixel: 10, nsPerFileByte: 20 },
  gif: { nsPerPixel: 20, bytesPerPixel: 10 },
  webp: { nsPerPixel: 100, bytesPerPixel: 14 },
  bmp: { nsPerPixel: 10, bytesPerPixel: 8 },
  avif: { nsPerPixel: 300, bytesPerPixel: 41, nsPerFileByte: 600 },
};

/** Decoding a WebP that is cut off: twice, with what is missing replaced by up to 5 bytes a pixel. */
export const READING_CUT_WEBP: ReadingFigures = { nsPerPixel: 200, bytesPerPixel: 27 };

/** Pixels that need no decoding: those of a drawing that would be a PNG. */
export const READY_PIXELS: ReadingFigures = { nsPerPixel: 0, bytesPerPixel: 4 };

/** Encoding. */
export const WRITING: Readonly<Record<WritableFormat | "losslessWebp" | "smallLosslessWebp", WritingFigures>> = {
  png: { nsPerPixel: 40, bytesPerPixel: 8 },
  jpeg: { nsPerPixel: 30, bytesPerPixel: 8 },
  gif: { nsPerPixel: 40, bytesPerPixel: 8 },
  webp: { nsPerPixel: 230, bytesPerPixel: 24 },
  losslessWebp: { nsPerPixel: 210, bytesPerPixel: 30 },
  smallLosslessWebp: { nsPerPixel: 800, bytesPerPixel: 40, bytes: 15_000_000 },
};

/** Every job besides its pixels: the codecs, and garbage that is not collected yet. */
export const BASE = { cpuMs: 6, bytes: 40_000_000 } as const;

/** Drawing, with the encoding. */
export const DRAWING: PixelFigures = { nsPerPixel: 60, bytesPerPixel: 12 };

/** The shapes of a drawing, besides its pixels. */
export const DRAWING_BASE = { cpuMs: 36, bytes: 8_000_000 } as const;

/** Every frame besides its pixels. */
export const FRAME_NS = 500_000;

/** An animation keeps the frame before, and its file and garbage grow with the pixels of all frames. */
export const ANIMATION = { bytesPerFramePixel: 24, bytesPerPixel: 2 } as const;

/** The part of its memory that a JPEG takes if it is shrunk while it is decoded. By 8 it needs only means of blocks. */
export const SHRUNK_JPEG_MEMORY = { 1: 1, 2: 0.7, 4: 0.7, 8: 0.2 } as const;

/**
 * The part of the time of its pixels that a JPEG takes if it is shrunk while it is decoded. By 2 and 4 all of its codes
 * are read, by 8 only those of the means of blocks, if they are apart from the others.
 */
export const SHRUNK_JPEG_TIME = { 1: 1, 2: 0.7, 4: 0.6, 8: 0.2 } as const;

/** The received source, and the copy of its decoder. One more while a part of a form is taken out of it. */
export const SOURCE_COPIES = 3;

/** The longest estimate of a short job. */
export const MAX_SHORT_MS = 300;

/**
 * The most bytes of a file whose estimate is reliable. A lossless WebP of 164 KB can declare so many codes that it
 * takes 890 ms instead of 7, and an AVIF can have twice as many pixels as its header counts.
 */
export const MAX_RELIABLE_BYTES: Partial<Record<Format, number>> = { webp: 32_768, avif: 0 };
