/**
 * Images of at most this many pixels run next to a large one, so that nobody waits seconds for it. It is the size of a
 * large avatar, and of the largest picture of this service. One takes up to 26 MB, in addition to the budget.
 */
const MAX_SMALL_PIXELS = 2 ** 20;

/** A frame with more pixels takes more than 60 MB, which is freed as early as possible instead of being reused. */
export const LARGE_PIXELS = 4_000_000;

/** Images of more pixels take a quarter of a second or more. They leave one worker to the others, if there are two. */
const LONG_PIXELS = 4_000_000;

/** The largest part of the budget that counts as small, for operators who have lowered it. */
const MAX_SMALL_PART = 1 / 20;

/**
 * Limits the pixels of all running jobs together, except small and stuck ones, and thereby their memory: a job takes up
 * to 14 bytes per pixel of a frame for the decoder, the pixels, and the blur or the encoder, a lossless WebP up to 20.
 * (Measured with 25 million pixels: PNG 12, JPEG 14, WebP 20.) The default of 25 million pixels takes 350 MB. Together
 * with 26 MB for a small job on each further worker, 64 MiB of cached results, 32 MiB of cached sources, 64 MiB of
 * waiting images and 110 MB for the rest of the service, this fits into 768 MB. A WebP of that size takes 500 MB, and
 * fits only while the caches are not full.
 *
 * All frames of an animation count, although only one is in memory: two long animations would otherwise occupy both
 * workers of a small machine for seconds, and small images would have to wait for them.
 */
export class PixelBudget {
  readonly #maxPixels: number;
  readonly #maxLong: number;
  readonly #maxSmallPixels: number;
  #used = 0;
  #long = 0;

  constructor(maxPixels: number, workers: number) {
    this.#maxPixels = maxPixels;
    this.#maxLong = Math.max(workers - 1, 1);
    this.#maxSmallPixels = Math.min(MAX_SMALL_PIXELS, maxPixels * MAX_SMALL_PART);
  }

  /** Takes the pixels of a job that starts. */
  take(pixels: number): void {
    if (pixels > this.#maxSmallPixels) this.#used += pixels;
    if (pixels > LONG_PIXELS) this.#long++;
  }

  /** Returns the pixels of a job that has ended. */
  free(pixels: number): void {
    if (pixels > this.#maxSmallPixels) this.#used -= pixels;
    if (pixels > LONG_PIXELS) this.#long--;
  }

  /**
   * Returns a function that checks the waiting jobs of one round in order: whether a job of this size may start. Only
   * small jobs may overtake one that is too large at the moment: otherwise it could wait for ever.
   */
  startRound(): (pixels: number) => boolean {
    let isBlocked = false;
    return (pixels) => {
      if (pixels <= this.#maxSmallPixels) return true;
      if (pixels > LONG_PIXELS && this.#long === this.#maxLong) return false;
      // A job above the limit may run alone.
      isBlocked ||= this.#used > 0 && this.#used + pixels > this.#maxPixels;
      return !isBlocked;
    };
  }
}
