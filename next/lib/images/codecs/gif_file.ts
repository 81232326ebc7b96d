import { concat, toLatin1, toLittleEndian } from "../bytes.ts";
import type { EncodeOptions } from "./codec.ts";
import { APPLICATION, EXTENSION, GRAPHIC_CONTROL, IMAGE_DESCRIPTOR, TRAILER } from "../formats/gif.ts";
import type { Rectangle } from "../pixels.ts";

/** Disposal methods. */
const DO_NOT_DISPOSE = 1, RESTORE_TO_BACKGROUND = 2;

/** The flag of a colour table, next to the bits of its size. */
const HAS_TABLE = 0x80;

/** 8 bits per channel of the original. */
const COLOUR_RESOLUTION = 0x70;

/** What precedes the data of a frame. */
interface FrameHeader {
  readonly rectangle: Rectangle;
  /** Whether the rectangle is cleared before the next frame; otherwise the next one is drawn over it. */
  readonly isRemoved: boolean;
  /** Whether index 0 is transparent. */
  readonly hasTransparent: boolean;
  /** How long the frame is displayed, in hundredths of a second. */
  readonly delay: number;
  /** The colours of the frame; without them it uses the global ones. */
  readonly table: Uint32Array | undefined;
}

/** Returns the blocks of a frame before its data: a graphic control extension, an image descriptor, a colour table. */
export function toFrameBlocks(frame: FrameHeader): ArrayLike<number>[] {
  const { rectangle: { left, top, width, height }, isRemoved, hasTransparent, delay, table } = frame;
  const flags = (isRemoved ? RESTORE_TO_BACKGROUND : DO_NOT_DISPOSE) << 2 | (hasTransparent ? 1 : 0);
  const tableFlags = table === undefined ? 0 : HAS_TABLE | (toTableBits(table) - 1);
  return [
    [EXTENSION, GRAPHIC_CONTROL, 4, flags, ...toLittleEndian(2, delay), 0, 0],
    [IMAGE_DESCRIPTOR, ...toLittleEndian(2, left, top, width, height), tableFlags],
    table === undefined ? [] : toTable(table),
  ];
}

/** The largest number that the file can contain. */
const MAX_REPETITIONS = 0xffff;

/** Returns the file with these colours as its global table. */
export function toGifFile(
  { width, height, frames, loop }: EncodeOptions,
  colours: Uint32Array,
  blocks: readonly ArrayLike<number>[],
): Uint8Array<ArrayBuffer> {
  const name = toLatin1("NETSCAPE2.0");
  const flags = HAS_TABLE | COLOUR_RESOLUTION | (toTableBits(colours) - 1);
  const repetitions = Math.min(Math.max(loop - 1, 0), MAX_REPETITIONS);
  // Without this extension the animation is played once. It contains the number of repetitions.
  const repeat = [EXTENSION, APPLICATION, name.length, ...name, 3, 1, ...toLittleEndian(2, repetitions), 0];
  return concat([
    toLatin1("GIF89a"),
    [...toLittleEndian(2, width, height), flags, 0, 0],
    toTable(colours),
    frames > 1 && loop !== 1 ? repeat : [],
    ...blocks,
    [TRAILER],
  ]);
}

/** Returns the bits of the highest index of a colour table. */
export function toTableBits(colours: Uint32Array): number {
  return Math.max(Math.ceil(Math.log2(colours.length)), 1);
}

function toTable(colours: Uint32Array): Uint8Array {
  const table = new Uint8Array(3 << toTableBits(colours));
  let at = 0;
  for (const colour of colours) {
    table[at++] = colour;
    table[at++] = colour >> 8;
    table[at++] = colour >> 16;
  }
  return table;
}
