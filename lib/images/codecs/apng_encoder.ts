import type { EncodeOptions, Encoder } from "@/lib/images/codecs/codec.ts";
import { createDifferences, type FramePart } from "@/lib/images/codecs/frame_differences.ts";
import { ExactPalette } from "@/lib/images/codecs/palette.ts";
import { type PngEncoder, toPaletteChunks } from "@/lib/images/codecs/png_encoder.ts";
import { type PngPart, toColourChunks, toPngFile } from "@/lib/images/codecs/png_file.ts";
import { type PngKind, toPaletteKind } from "@/lib/images/codecs/png_kind.ts";
import { toWords } from "@/lib/images/pixels.ts";
import type { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** A frame: its rectangle, and a palette index for each pixel or a zlib stream in pieces. */
interface StoredFrame {
  readonly part: FramePart;
  readonly delay: number;
  readonly indices: Uint8Array | undefined;
  readonly data: Uint8Array[];
}

/**
 * Creates the encoder of one animated PNG. A frame is the rectangle that changes. All frames have the same colour type:
 * a palette while they have at most 256 colours together, otherwise RGBA.
 */
export function createApngEncoder(pool: InstancePool<PngEncoder>, options: EncodeOptions): Encoder {
  const { width, height, loop, colour } = options;
  const toDifference = createDifferences(options, { step: 1, tolerance: 0 });
  const palette = new ExactPalette(false);
  let frames: StoredFrame[] = [], isIndexed = true;
  const encode = (part: FramePart, kind: PngKind) => pool.use(({ toData }) => toData(part, kind, options.frames));

  /** Encodes a frame with RGBA pixels. */
  function toRgba({ part, indices, delay }: StoredFrame): StoredFrame {
    const words = indices && Uint32Array.from(indices, (index) => palette.colours[index]!);
    const pixels = words === undefined ? part : { ...part, data: new Uint8ClampedArray(words.buffer) };
    return { part: withoutData(part), delay, indices: undefined, data: encode(pixels, RGBA) };
  }

  return {
    add(frame) {
      const part = toDifference(frame);
      const indices = isIndexed ? palette.map(toWords(part)) : undefined;
      const stored = { part: indices ? withoutData(part) : part, delay: frame.delay, indices, data: [] };
      if (isIndexed && indices === undefined) frames = frames.map(toRgba);
      isIndexed = indices !== undefined;
      frames.push(isIndexed ? stored : toRgba(stored));
    },
    finish() {
      const colours = [...palette.colours.subarray(0, palette.size)];
      let kind = RGBA;
      const datas = frames.map(({ part, indices, data }) => {
        if (indices === undefined) return data;
        // The palette is the same for all frames, because it depends on the colours only.
        kind = toPaletteKind(colours, indices);
        return encode(part, kind);
      });
      const chunks = [
        ...toColourChunks(colour, false),
        ["acTL", toUint32s(frames.length, loop)] as PngPart,
        ...toPaletteChunks(kind.palette ?? []),
        ...toFrameChunks(frames, datas),
      ];
      return toPngFile({ width, height, ...kind }, chunks);
    },
  };
}

const RGBA: PngKind = { colourType: 6, bitDepth: 8 };

/** Releases the pixels of a part. */
function withoutData(part: FramePart): FramePart {
  return { ...part, data: new Uint8ClampedArray() };
}

/** Returns the control and data chunks of all frames. The data of the first one is also the still image. */
function toFrameChunks(frames: readonly StoredFrame[], datas: readonly Uint8Array[][]): PngPart[] {
  let sequence = 0;
  return frames.flatMap(({ part, delay }, i): PngPart[] => {
    const control: PngPart = [
      "fcTL",
      toUint32s(sequence++, part.width, part.height, part.left, part.top),
      // The fraction of a second; then the disposal method "none", and the blending method.
      Uint8Array.of(...toFraction(delay).flatMap((value) => [value >> 8, value & 255]), 0, part.isBlended ? 1 : 0),
    ];
    if (i === 0) return [control, ["IDAT", ...datas[i]!]];
    return [control, ["fdAT", toUint32s(sequence++), ...datas[i]!]];
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

function toUint32s(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value));
  return new Uint8Array(view.buffer);
}
