import type { Colour } from "../formats/colour.ts";
import type { Header } from "../formats/header.ts";
import type { Frame, Size } from "../pixels.ts";

/** How many pixels of the file become one pixel, in each direction. */
export type Shrink = 1 | 2 | 4 | 8;

/** Decodes and encodes a format. */
export interface Codec {
  /**
   * Decodes a file frame by frame, so that only one frame is in memory. A JPEG shrinks while it is decoded, to its size
   * divided by `shrink` and rounded up. Other formats ignore this parameter.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, header: Header, shrink?: Shrink): Iterable<Frame>;
  /** Creates the encoder of one file. */
  createEncoder(options: EncodeOptions): Encoder;
}

/** The quality of lossy files, of 100, if the caller names none: hardly distinguishable from the original. */
export const DEFAULT_QUALITY = 90;

/** The properties that an encoder needs before the first frame. */
export interface EncodeOptions extends Size {
  /** The number of frames that follow. */
  readonly frames: number;
  /** How often an animation is played; 0 is forever. */
  readonly loop: number;
  /** Whether to encode losslessly, if the format offers a choice. */
  readonly lossless: boolean;
  /** The quality of a lossy file, from 1 to 100. */
  readonly quality?: number | undefined;
  /** Whether to store chroma with the resolution of luma, if the format offers a choice. */
  readonly fullChroma: boolean;
  /** The colour space of the pixels. */
  readonly colour: Colour;
}

/** Encodes frames to a file. */
export interface Encoder {
  /** Encodes the next frame; it may modify the pixels. */
  add(frame: Frame): void;
  /** Returns the file. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Creates an encoder for a format without animation, which stores only the first frame. */
export function createStillEncoder(encode: (frame: Frame) => Uint8Array<ArrayBuffer>): Encoder {
  let file: Uint8Array<ArrayBuffer> | undefined;
  return {
    add(frame) {
      file ??= encode(frame);
    },
    finish() {
      if (file === undefined) throw new Error("finish() was called before add()");
      return file;
    },
  };
}
