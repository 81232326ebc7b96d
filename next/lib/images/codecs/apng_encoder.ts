import { toUint32s } from "../bytes.ts";
import type { EncodeOptions, Encoder } from "./codec.ts";
import { createFrameDiffer, type FramePart } from "./frame_differences.ts";
import { ExactPalette } from "./palette.ts";
import { encodePngData, type PngEncoderExports, toPaletteChunks } from "./png_encoder.ts";
import { type NewChunk, toColourChunks, toPngFile } from "./png_file.ts";
import { type PngKind, toPaletteKind } from "./png_kind.ts";
import { type Pixels, toWords } from "../pixels.ts";
import type { InstancePool } from "../wasm/instance_pool.ts";

/** A frame: its rectangle without pixels, and a palette index for each pixel or a zlib stream in pieces. */
interface EncodedFrame {
  readonly part: FramePart;
  readonly delay: number;
  readonly data: Uint8Array[];
}

const RGBA: PngKind = { colourType: 6, bitDepth: 8 };

/**
 * Creates the encoder of one animated PNG. A frame is the rectangle that changes. All frames have the same colour type:
 * a palette while they have at most 256 colours together, otherwise RGBA.
 */
export function createApngEncoder(pool: InstancePool<PngEncoderExports>, options: EncodeOptions): Encoder {
  const { width, height, loop, colour } = options;
  const findChange = createFrameDiffer(options, { step: 1, tolerance: 0, checkpoint: pool.checkpoint });
  const palette = new ExactPalette(false, pool.checkpoint);
  let frames: EncodedFrame[] = [];
  let isIndexed = true;
  const encode = (pixels: Pixels, kind: PngKind) =>
    pool.use((exports) => encodePngData(exports, pixels, kind, options.frames));

  /** Encodes a frame whose data are indices with RGBA pixels. */
  function toRgba({ part, delay, data: [indices] }: EncodedFrame): EncodedFrame {
    const words = new Uint32Array(indices!.length);
    for (let i = 0; i < words.length; i++) words[i] = palette.colours[indices![i]!]!;
    return { part, delay, data: encode({ ...part, data: new Uint8ClampedArray(words.buffer) }, RGBA) };
  }

  return {
    add(frame) {
      const part = findChange(frame);
      const indices = isIndexed ? palette.map(toWords(part)) : undefined;
      if (isIndexed && indices === undefined) frames = frames.map(toRgba);
      isIndexed = indices !== undefined;
      const data = indices === undefined ? encode(part, RGBA) : [indices];
      frames.push({ part: { ...part, data: new Uint8ClampedArray() }, delay: frame.delay, data });
    },
    finish() {
      const colours = [...palette.colours.subarray(0, palette.size)];
      let kind = RGBA;
      const encoded = frames.map((frame) => {
        if (!isIndexed) return frame;
        // The palette is the same for all frames, because it depends on the colours only.
        kind = toPaletteKind(colours, frame.data[0]!);
        return { ...frame, data: encode(frame.part, kind) };
      });
      const chunks = [
        ...toColourChunks(colour, false),
        ["acTL", toUint32s(frames.length, loop)] as NewChunk,
        ...toPaletteChunks(kind.palette ?? []),
        ...toFrameChunks(encoded),
      ];
      return toPngFile({ width, height, ...kind }, chunks);
    },
  };
}

/** Returns the control and data chunks of all frames. The data of the first one is also the still image. */
function toFrameChunks(frames: readonly EncodedFrame[]): NewChunk[] {
  let sequence = 0;
  return frames.flatMap(({ part, delay, data }, i): NewChunk[] => {
    const control: NewChunk = [
      "fcTL",
      toUint32s(sequence++, part.width, part.height, part.left, part.top),
      // The fraction of a second; then the disposal method "none", and the blending method.
      Uint8Array.of(...toFraction(delay).flatMap((value) => [value >> 8, value & 255]), 0, part.isBlended ? 1 : 0),
    ];
    return [control, i === 0 ? ["IDAT", ...data] : ["fdAT", toUint32s(sequence++), ...data]];
  });
}

const MAX_UINT16 = 0xffff;

/** Returns the numerator and the smallest denominator of a delay in seconds: exactly if it came from a PNG. */
function toFraction(ms: number): [number, number] {
  for (let denominator = 1; denominator < MAX_UINT16; denominator++) {
    const numerator = Math.round(ms * denominator / 1000);
    if (numerator <= MAX_UINT16 && Math.abs(numerator * 1000 / denominator - ms) < 1e-6) {
      return [numerator, denominator];
    }
  }
  return [Math.min(Math.round(ms / 1000), MAX_UINT16), 1];
}
