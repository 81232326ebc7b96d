import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** No limit is as high; a file of tiny frames is not counted to its end. */
const MAX_COUNTED_FRAMES = 10_000;

/** The part of a GIF before its frames. */
export interface GifScreen {
  readonly width: number;
  readonly height: number;
  /** Where the colours lie that frames without their own use, as [start, end); empty when there are none. */
  readonly palette: readonly [number, number];
  /** Where the first block begins. */
  readonly start: number;
}

/** One frame of a GIF, still packed. */
export interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  /** Where its colours lie, as [start, end). */
  readonly palette: readonly [number, number];
  /** Where its packed pixels begin: the code size, then the blocks. */
  readonly data: number;
  /** How long it is shown, in milliseconds. */
  readonly delay: number;
  /** What becomes of it afterwards: 2 clears its place, 3 brings back what was there before. */
  readonly disposal: number;
  /** The colour that is not painted, or -1. */
  readonly transparent: number;
}

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
    // A frame may be larger than the screen; what hangs over is unpacked all the same.
    const pixels = Math.max(frame.width * frame.height, width * height);
    frames++;
    framePixels = Math.max(framePixels, pixels);
    totalPixels += pixels;
    if (frames > MAX_COUNTED_FRAMES) break;
  }
  if (frames === 0) throw brokenImageError("it holds no picture");
  return createHeader({ format: "gif", width, height, frames, framePixels, totalPixels });
}

/** Reads the part before the frames. */
export function readGifScreen(view: DataView): GifScreen {
  const palette = readPaletteRange(view.getUint8(10), 13);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), palette, start: palette[1] };
}

/** Reads how often the animation is shown; 0 is for ever. The file says how often it is repeated, or nothing. */
export function readGifLoop(view: DataView): number {
  for (const { kind, at } of readBlocks(view)) {
    if (kind !== APPLICATION || !isLoopBlock(view, at)) continue;
    const repeats = view.getUint16(at + 14, true);
    return repeats === 0 ? 0 : repeats + 1;
  }
  return 1;
}

/** Reads the frames one by one. */
export function* readGifFrames(view: DataView): Generator<GifFrame> {
  const { palette } = readGifScreen(view);
  let control = NO_CONTROL;
  for (const { kind, at } of readBlocks(view)) {
    if (kind === GRAPHIC_CONTROL) control = readControl(view, at);
    if (kind !== IMAGE) continue;
    yield { ...readImage(view, at, palette), ...control };
    control = NO_CONTROL;
  }
}

type Control = Pick<GifFrame, "delay" | "disposal" | "transparent">;

const NO_CONTROL: Control = { delay: 0, disposal: 0, transparent: -1 };

function readControl(view: DataView, at: number): Control {
  const flags = view.getUint8(at + 1);
  return {
    delay: view.getUint16(at + 2, true) * 10,
    disposal: (flags >> 2) & 7,
    transparent: flags & 1 ? view.getUint8(at + 4) : -1,
  };
}

function readImage(view: DataView, at: number, shared: readonly [number, number]): Omit<GifFrame, keyof Control> {
  const flags = view.getUint8(at + 8);
  const own = readPaletteRange(flags, at + 9);
  return {
    left: view.getUint16(at, true),
    top: view.getUint16(at + 2, true),
    width: view.getUint16(at + 4, true),
    height: view.getUint16(at + 6, true),
    interlaced: (flags & 0x40) !== 0,
    palette: own[0] === own[1] ? shared : own,
    data: own[1],
  };
}

/** A block: its kind, and where what follows the kind begins. */
interface Block {
  readonly kind: number;
  readonly at: number;
}

function* readBlocks(view: DataView): Generator<Block> {
  let at = readGifScreen(view).start;
  // Many files lack the trailer; to end between two blocks is as good.
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === TRAILER) return;
    if (kind === EXTENSION) {
      yield { kind: view.getUint8(at + 1), at: at + 2 };
      at = skipSubBlocks(view, at + 2);
    } else if (kind === IMAGE) {
      yield { kind, at: at + 1 };
      at = skipSubBlocks(view, readPaletteRange(view.getUint8(at + 9), at + 10)[1] + 1);
    } else throw brokenImageError("its GIF blocks are out of order");
  }
}

function skipSubBlocks(view: DataView, start: number): number {
  let at = start;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
  return at + 1;
}

function readPaletteRange(flags: number, start: number): [number, number] {
  return [start, flags & 0x80 ? start + 3 * (2 << (flags & 7)) : start];
}

/** NETSCAPE2.0 and its twin ANIMEXTS1.0 carry the loop count in their second sub-block. */
function isLoopBlock(view: DataView, at: number): boolean {
  return view.getUint8(at) === 11 && view.getUint8(at + 12) === 3 && view.getUint8(at + 13) === 1;
}
