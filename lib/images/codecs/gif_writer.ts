import { concat, toLatin1 } from "@/lib/images/bytes.ts";
import type { EncodeOptions } from "@/lib/images/codecs/codec.ts";
import type { Rectangle } from "@/lib/images/formats/stored_frame.ts";

/** A frame as a GIF stores it. */
export interface GifFramePlan {
  readonly rectangle: Rectangle;
  /** Whether the rectangle is cleared before the next frame; otherwise the next one is drawn over it. */
  readonly isRemoved: boolean;
  /** Whether index 0 is transparent. */
  readonly hasTransparent: boolean;
  /** How long the frame is displayed, in hundredths of a second. */
  readonly delay: number;
  /** The colour index of each pixel of the rectangle. */
  readonly indices: Uint8Array;
  /** The colours of the indices: a table of this frame, or the beginning of the global one. */
  readonly colours: Uint32Array;
  readonly hasOwnTable: boolean;
}

/** The first bytes of blocks. */
const EXTENSION = 0x21, IMAGE = 0x2c, TRAILER = 0x3b;

/** The kinds of extensions. */
const GRAPHIC_CONTROL = 0xf9, APPLICATION = 0xff;

/** Disposal methods. */
const DO_NOT_DISPOSE = 1, RESTORE_TO_BACKGROUND = 2;

/** The flag of a colour table, next to the bits of its size, and 8 bits per channel of the original. */
const HAS_TABLE = 0x80, COLOUR_RESOLUTION = 0x70;

/** Writes the bytes of a GIF file (GIF89a specification). */
export class GifWriter {
  readonly #blocks: ArrayLike<number>[] = [];

  /** Starts a file. */
  constructor(readonly options: Pick<EncodeOptions, "width" | "height" | "frames" | "loop">) {}

  /** Adds a frame with its compressed indices: a graphic control extension, then the image. */
  add(frame: GifFramePlan, data: readonly ArrayLike<number>[]): void {
    const { left, top, width, height } = frame.rectangle;
    const flags = (frame.isRemoved ? RESTORE_TO_BACKGROUND : DO_NOT_DISPOSE) << 2 | (frame.hasTransparent ? 1 : 0);
    const tableFlags = frame.hasOwnTable ? HAS_TABLE | (toTableBits(frame.colours) - 1) : 0;
    this.#blocks.push(
      [EXTENSION, GRAPHIC_CONTROL, 4, flags, ...toUint16s(frame.delay), 0, 0],
      [IMAGE, ...toUint16s(left, top, width, height), tableFlags],
      frame.hasOwnTable ? toTable(frame.colours) : [],
      ...data,
    );
  }

  /** Returns the file with these colours as its global table. */
  finish(colours: Uint32Array): Uint8Array<ArrayBuffer> {
    const { width, height, frames, loop } = this.options, name = toLatin1("NETSCAPE2.0");
    const flags = HAS_TABLE | COLOUR_RESOLUTION | (toTableBits(colours) - 1);
    // Without this extension the animation is played once. It contains the number of repetitions.
    const repeat = [EXTENSION, APPLICATION, name.length, ...name, 3, 1, ...toUint16s(Math.max(loop - 1, 0)), 0];
    return concat([
      toLatin1("GIF89a"),
      [...toUint16s(width, height), flags, 0, 0],
      toTable(colours),
      frames > 1 && loop !== 1 ? repeat : [],
      ...this.#blocks,
      [TRAILER],
    ]);
  }
}

/** Returns the bits of the highest index of a colour table. */
export function toTableBits(colours: Uint32Array): number {
  return Math.max(Math.ceil(Math.log2(colours.length)), 1);
}

function toTable(colours: Uint32Array): Uint8Array {
  const table = new Uint8Array(3 << toTableBits(colours));
  colours.forEach((colour, i) => table.set([colour, colour >> 8, colour >> 16], 3 * i));
  return table;
}

function toUint16s(...values: number[]): number[] {
  return values.flatMap((value) => [value & 255, value >> 8]);
}
