import type { Header } from "@/lib/images/formats/header.ts";
import type { Frame } from "@/lib/images/picture.ts";

/** Unpacks a file frame by frame, so that no more than one is in memory. */
export type Decode = (bytes: Uint8Array<ArrayBuffer>, header: Header) => AsyncIterable<Frame>;

/** What an encoder must know before the first frame. */
export interface EncodeOptions {
  readonly width: number;
  readonly height: number;
  /** Whether more than one frame follows. */
  readonly animated: boolean;
  /** How often an animation is shown; 0 is for ever. */
  readonly loop: number;
  /** Whether every pixel is to be kept exactly, where the format can do both. */
  readonly lossless: boolean;
  /** Whether colours are to be stored as finely as light, where the format can do both. */
  readonly fullChroma: boolean;
}

/** Packs frames into a file. */
export interface Encoder {
  /** Takes the next frame; its pixels may be changed. */
  add(frame: Frame): Promise<void> | void;
  /** Closes the file. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Starts a file. */
export type CreateEncoder = (options: EncodeOptions) => Encoder;

/** Makes an encoder for formats without animation: the first frame is all they show. */
export function createStillEncoder(
  encode: (frame: Frame) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
): Encoder {
  let file: Uint8Array<ArrayBuffer> | undefined;
  return {
    async add(frame) {
      file ??= await encode(frame);
    },
    finish() {
      if (file === undefined) throw new Error("Cannot finish a file without a frame");
      return file;
    },
  };
}
