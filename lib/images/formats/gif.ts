import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";

// GIF89a. The introducers of blocks, and the labels of extensions.
const EXTENSION = 0x21, IMAGE_DESCRIPTOR = 0x2c, TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9, APPLICATION = 0xff;

/** Counting stops after this many frames, because every limit is lower. */
const MAX_COUNTED_FRAMES = 10_000;

/** The position of a colour table in the file, as [start, end); empty if there is none. */
export type ColourTable = readonly [number, number];

/** The logical screen descriptor. */
export interface GifScreen {
  readonly width: number;
  readonly height: number;
  /** The global colour table, for frames without a local one. */
  readonly palette: ColourTable;
  /** The position of the first block. */
  readonly start: number;
}

/** One frame: its image descriptor and its graphic control extension. */
export interface GifFrame extends GraphicControl {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  /** The local colour table, or else the global one. */
  readonly palette: ColourTable;
  /** The position of the image data: the LZW minimum code size, then sub-blocks. */
  readonly data: number;
}

interface GraphicControl {
  /** How long the frame is displayed, in milliseconds. */
  readonly delay: number;
  /** The disposal method: 2 clears the rectangle of the frame afterwards, 3 restores what it covered. */
  readonly disposal: number;
  /** The transparent colour index, or -1. */
  readonly transparent: number;
}

const NO_CONTROL: GraphicControl = { delay: 0, disposal: 0, transparent: -1 };

/**
 * Reads the header of a GIF and counts its frames.
 *
 * @throws {ImageError} `broken_image`.
 * @throws {RangeError} When the file ends too early.
 */
export function readGifHeader(_bytes: Uint8Array, view: DataView): Header {
  const { width, height } = readGifScreen(view);
  let frames = 0, framePixels = 0, totalPixels = 0;
  for (const frame of readGifFrames(view)) {
    // A frame may be larger than the screen, and all of it is decoded.
    const pixels = Math.max(frame.width * frame.height, width * height);
    frames++;
    framePixels = Math.max(framePixels, pixels);
    totalPixels += pixels;
    if (frames > MAX_COUNTED_FRAMES) break;
  }
  if (frames === 0) throw brokenImageError("it contains no image");
  const loop = frames > 1 && frames <= MAX_COUNTED_FRAMES ? readLoop(view) : 1;
  return createHeader({ format: "gif", width, height, frames, loop, framePixels, totalPixels });
}

/** Reads the logical screen descriptor. */
export function readGifScreen(view: DataView): GifScreen {
  const palette = toColourTable(view.getUint8(10), 13);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), palette, start: palette[1] };
}

/** Reads the frames one by one. */
export function* readGifFrames(view: DataView): Generator<GifFrame> {
  const { palette } = readGifScreen(view);
  let control = NO_CONTROL;
  for (const { label, at } of readBlocks(view)) {
    if (label === GRAPHIC_CONTROL) control = readGraphicControl(view, at);
    if (label !== IMAGE_DESCRIPTOR) continue;
    const flags = view.getUint8(at + 8);
    const local = toColourTable(flags, at + 9);
    yield {
      ...control,
      left: view.getUint16(at, true),
      top: view.getUint16(at + 2, true),
      width: view.getUint16(at + 4, true),
      height: view.getUint16(at + 6, true),
      interlaced: (flags & 0x40) !== 0,
      palette: local[0] === local[1] ? palette : local,
      data: local[1],
    };
    control = NO_CONTROL;
  }
}

/** Reads how often the animation is played. The file contains the number of repetitions, or nothing. */
function readLoop(view: DataView): number {
  for (const { label, at } of readBlocks(view)) {
    // NETSCAPE2.0 and the identical ANIMEXTS1.0 store the loop count in their second sub-block.
    const isLoop = label === APPLICATION && view.getUint8(at) === 11 && view.getUint8(at + 12) === 3 &&
      view.getUint8(at + 13) === 1;
    if (!isLoop) continue;
    const repeats = view.getUint16(at + 14, true);
    return repeats === 0 ? 0 : repeats + 1;
  }
  return 1;
}

function readGraphicControl(view: DataView, at: number): GraphicControl {
  const flags = view.getUint8(at + 1);
  return {
    delay: view.getUint16(at + 2, true) * 10,
    disposal: (flags >> 2) & 7,
    transparent: flags & 1 ? view.getUint8(at + 4) : -1,
  };
}

/** Finds the image descriptors and the extensions; `at` is the position after the introducer or label. */
function* readBlocks(view: DataView): Generator<{ readonly label: number; readonly at: number }> {
  let at = readGifScreen(view).start;
  // Many files lack the trailer, so a file may also end between two blocks.
  while (at < view.byteLength) {
    const introducer = view.getUint8(at);
    if (introducer === TRAILER) return;
    if (introducer === EXTENSION) {
      yield { label: view.getUint8(at + 1), at: at + 2 };
      at = skipSubBlocks(view, at + 2);
    } else if (introducer === IMAGE_DESCRIPTOR) {
      yield { label: introducer, at: at + 1 };
      at = skipSubBlocks(view, toColourTable(view.getUint8(at + 9), at + 10)[1] + 1);
    } else throw brokenImageError("its GIF blocks are out of order");
  }
}

function skipSubBlocks(view: DataView, start: number): number {
  let at = start;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
  return at + 1;
}

function toColourTable(flags: number, start: number): ColourTable {
  return [start, flags & 0x80 ? start + 3 * (2 << (flags & 7)) : start];
}
