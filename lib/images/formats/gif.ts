import { viewOf } from "../bytes.ts";
import { createHeader, type Header } from "./header.ts";
import { assertFewParts, brokenImageError, ImageError } from "../image_error.ts";
import type { Size, StoredFrame } from "../pixels.ts";

/** The introducers of blocks (GIF89a). */
export const EXTENSION = 0x21, IMAGE_DESCRIPTOR = 0x2c, TRAILER = 0x3b;

/** The labels of extensions. */
export const GRAPHIC_CONTROL = 0xf9, APPLICATION = 0xff;

/** Counting stops after this many frames, because every limit is lower. */
const MAX_COUNTED_FRAMES = 10_000;

/** The most sub-blocks: 20 MiB of full ones are 82,000. */
const MAX_BLOCKS = 100_000;

/** The position of a colour table in the file, as [start, end); empty if there is none. */
export type ColourTable = readonly [number, number];

/** What a decoder needs of a GIF. */
export interface GifFile extends Size {
  /** The global colour table, for frames without a local one. */
  readonly palette: ColourTable;
  readonly frames: readonly GifFrame[];
  /** How often an animation is played; 0 is forever. */
  readonly loop: number;
  /** Where comments, metadata and bytes behind the trailer are, each as [start, end). */
  readonly extras: readonly (readonly [number, number])[];
  /** Whether the file ends within a block, or something else follows its blocks. */
  readonly isTruncated: boolean;
}

/** One frame: its image descriptor and its graphic control extension. */
export interface GifFrame extends StoredFrame {
  /** The transparent colour index, or -1. */
  readonly transparent: number;
  readonly isInterlaced: boolean;
  /** The local colour table, or else the global one. */
  readonly palette: ColourTable;
  /** The position of the image data: the LZW minimum code size, then sub-blocks. */
  readonly data: number;
}

type GraphicControl = Pick<GifFrame, "delay" | "disposal" | "transparent">;

/** Some programs write the method 4 for 3. */
const DISPOSALS = ["none", "none", "background", "previous", "previous"] as const;

const NO_CONTROL: GraphicControl = { delay: 0, disposal: "none", transparent: -1 };

/**
 * Reads the header of a GIF and counts its frames.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readGifHeader(bytes: Uint8Array): Header {
  const { width, height, frames, loop } = readGif(bytes);
  if (frames.length === 0) throw brokenImageError("it contains no image");
  // A frame may be larger than the screen, and all of it is decoded.
  const pixels = frames.map((frame) => Math.max(frame.width * frame.height, width * height));
  const framePixels = pixels.reduce((most, count) => Math.max(most, count));
  const totalPixels = pixels.reduce((sum, count) => sum + count);
  const animation = { frames: frames.length, loop: frames.length > 1 ? loop : 1 };
  return createHeader({ format: "gif", width, height, ...animation, framePixels, totalPixels });
}

/**
 * Reads the blocks of a GIF. Like in browsers, the frames before the end of a file that is cut off are valid, and so
 * are those before something that is not a block.
 *
 * @throws {ImageError} `broken_image` if the file ends before its first block, or has too many.
 */
export function readGif(bytes: Uint8Array): GifFile {
  const view = viewOf(bytes);
  const palette = toColourTable(view.getUint8(10), 13);
  const frames: GifFrame[] = [];
  const extras: [number, number][] = [];
  let loop = 1;
  let isTruncated = false;
  let control = NO_CONTROL;
  let blocks = 0;
  const skipSubBlocks = (start: number) => {
    let at = start;
    for (let length = 1; length > 0 && ++blocks <= MAX_BLOCKS; at += length + 1) length = view.getUint8(at);
    return at;
  };
  try {
    // Many files lack the trailer, so a file may also end between two blocks.
    for (let at = palette[1]; at < view.byteLength && frames.length <= MAX_COUNTED_FRAMES && blocks <= MAX_BLOCKS;) {
      const introducer = view.getUint8(at);
      if (introducer === TRAILER) {
        if (at + 1 < view.byteLength) extras.push([at + 1, view.byteLength]);
        break;
      }
      if (introducer === IMAGE_DESCRIPTOR) {
        const frame = { ...control, ...readFrame(view, at + 1, palette) };
        frames.push(frame);
        control = NO_CONTROL;
        at = skipSubBlocks(frame.data + 1);
      } else if (introducer === EXTENSION) {
        const label = view.getUint8(at + 1);
        if (label === GRAPHIC_CONTROL) control = readGraphicControl(view, at + 2);
        const played = label === APPLICATION ? readLoop(view, at + 2) : undefined;
        loop = played ?? loop;
        const start = at;
        at = skipSubBlocks(at + 2);
        if (label !== GRAPHIC_CONTROL && played === undefined) extras.push([start, at]);
      } else throw brokenImageError("it has an unknown block");
    }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    isTruncated = true;
  }
  assertFewParts(blocks, "blocks", MAX_BLOCKS);
  // The screen of some files is 0 × 0 or smaller than the first frame. Browsers enlarge it.
  const first = frames[0] ?? { left: 0, top: 0, width: 0, height: 0 };
  const width = Math.max(view.getUint16(6, true), first.left + first.width);
  const height = Math.max(view.getUint16(8, true), first.top + first.height);
  return { width, height, palette, frames, loop, extras, isTruncated };
}

function readFrame(view: DataView, at: number, globalPalette: ColourTable): Omit<GifFrame, keyof GraphicControl> {
  const flags = view.getUint8(at + 8);
  const local = toColourTable(flags, at + 9);
  const data = local[1];
  // Throws if the colour table is cut off.
  view.getUint8(data);
  return {
    left: view.getUint16(at, true),
    top: view.getUint16(at + 2, true),
    width: view.getUint16(at + 4, true),
    height: view.getUint16(at + 6, true),
    isBlended: true,
    isInterlaced: (flags & 0x40) !== 0,
    palette: local[0] === local[1] ? globalPalette : local,
    data,
  };
}

function readGraphicControl(view: DataView, at: number): GraphicControl {
  const flags = view.getUint8(at + 1);
  return {
    delay: view.getUint16(at + 2, true) * 10,
    disposal: DISPOSALS[(flags >> 2) & 7] ?? "none",
    transparent: flags & 1 ? view.getUint8(at + 4) : -1,
  };
}

/** Reads how often the animation is played from NETSCAPE2.0 or the identical ANIMEXTS1.0: the number of repetitions. */
function readLoop(view: DataView, at: number): number | undefined {
  const isLoop = view.getUint8(at) === 11 && view.getUint8(at + 12) === 3 && view.getUint8(at + 13) === 1;
  if (!isLoop) return undefined;
  const repeats = view.getUint16(at + 14, true);
  return repeats === 0 ? 0 : repeats + 1;
}

function toColourTable(flags: number, start: number): ColourTable {
  return [start, flags & 0x80 ? start + 3 * (2 << (flags & 7)) : start];
}
