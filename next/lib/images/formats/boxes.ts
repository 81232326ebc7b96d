import { textAt } from "../bytes.ts";
import { assertFewParts, brokenImageError } from "../image_error.ts";

/** A box of the ISO base media file format; its header is at `at`, its content at [start, end). */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The most parts of a file. A photograph in a grid of 300 tiles has about 3,000. */
const MAX_FILE_PARTS = 5_000;

/**
 * Reads the boxes of a file. It counts all of its parts, however they are nested: 260 boxes with 10,000 boxes each
 * would take seconds.
 */
export class BoxReader {
  /** The file. */
  readonly view: DataView;
  #parts = 0;

  /** Creates the reader of a file. */
  constructor(view: DataView) {
    this.view = view;
  }

  /**
   * Reads the boxes at [start, end), by default those of the file.
   *
   * @throws {ImageError} `broken_image`, also if the file has too many.
   */
  read(start = 0, end: number = this.view.byteLength): Box[] {
    const { view } = this;
    const boxes: Box[] = [];
    for (let at = start; at + 8 <= end;) {
      // A size of 1 means that a long one follows, and 0 that the box ends with the file.
      const size = view.getUint32(at);
      const head = size === 1 ? 16 : 8;
      const length = size === 1
        ? 2 ** 32 * view.getUint32(at + 8) + view.getUint32(at + 12)
        : size === 0
        ? end - at
        : size;
      if (length < head || at + length > end) throw brokenImageError("it is cut off");
      boxes.push({ type: textAt(view, at + 4), at, start: at + head, end: at + length });
      this.countParts(1);
      at += length;
    }
    return boxes;
  }

  /**
   * Counts parts of the file: boxes, and what is in them.
   *
   * @throws {ImageError} `broken_image` if the file has too many.
   */
  countParts(count: number): void {
    this.#parts += count;
    assertFewParts(this.#parts, "parts", MAX_FILE_PARTS);
  }
}
