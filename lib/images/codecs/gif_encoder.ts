import type { EncodeOptions, Encoder } from "@/lib/images/codecs/codec.ts";
import { crop, findRectangle, forEachRow } from "@/lib/images/codecs/frame_changes.ts";
import { encodeLzw, type GifExports } from "@/lib/images/codecs/gif_coder.ts";
import { type IndexedFrame, reduceColours } from "@/lib/images/codecs/gif_palette.ts";
import type { Palette } from "@/lib/images/codecs/palette.ts";
import { concat, toAscii } from "@/lib/images/codecs/concat.ts";
import { type Frame, isOpaque, toWords } from "@/lib/images/pixels.ts";
import type { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Disposal methods. */
const DO_NOT_DISPOSE = 1, RESTORE_TO_BACKGROUND = 2;

/** Pixels with this alpha or more are opaque, because GIF has no translucency. */
const MIN_OPAQUE_ALPHA = 128;

/** The shortest delay in hundredths of a second that browsers respect: they replace shorter ones by 10. */
const MIN_DELAY = 2;

/**
 * Creates the encoder of one GIF file. A frame is the rectangle that changes, with the unchanged pixels transparent. The
 * first palette is the global colour table, and the frames share it while it fits.
 */
export function createGifEncoder(pool: InstancePool<GifExports>, options: EncodeOptions): Encoder {
  const { width, height, frames, loop } = options, animated = frames > 1;
  const blocks: ArrayLike<number>[] = [];
  // The last frame, and what a viewer displays of it. A still image leaves both untouched, so they take no memory.
  let last = new Uint32Array(width * height);
  const shown = new Uint32Array(width * height);
  let globalPalette: Palette | undefined;
  // A frame is written when the next one is known, because its disposal method depends on that.
  let pending: (IndexedFrame & { readonly centiseconds: number }) | undefined;
  // What rounding adds to one delay is subtracted from the next ones.
  let restCentiseconds = 0;

  /** Writes the pending frame before a frame with transparent pixels, before an opaque one, or at the end. */
  function writePending(exports: GifExports, next?: Uint32Array): void {
    if (pending === undefined) return;
    const { palette, isUsed, centiseconds } = pending, pixels = pending.indices.length;
    const isStored = palette.hasTransparent ? pending.indices.slice() : new Uint8Array(pixels).fill(1);
    let isRemoved = false;
    for (let i = 0; next !== undefined && i < pixels; i++) {
      if (next[i] !== 0 || shown[i] === 0) continue;
      // A pixel can become transparent only if the frame before is removed. All of its rectangle is drawn again then.
      isStored[i] = 1;
      isRemoved = true;
    }
    const rectangle = findRectangle(isStored, width);
    const indices = crop(pending.indices, rectangle, width);
    const disposal = isRemoved ? RESTORE_TO_BACKGROUND : DO_NOT_DISPOSE;
    globalPalette ??= palette;
    // Graphic control extension, then image descriptor.
    blocks.push([0x21, 0xf9, 4, (disposal << 2) | (palette.hasTransparent ? 1 : 0), ...toUint16(centiseconds), 0, 0]);
    blocks.push([0x2c, ...[rectangle.left, rectangle.top, rectangle.width, rectangle.height].flatMap(toUint16)]);
    const isLocal = palette !== globalPalette;
    const colours = isLocal
      ? compact(indices, palette, isUsed)
      : palette.colours.subarray(0, isUsed.lastIndexOf(1) + 1);
    blocks.push(isLocal ? [0x80 | (toTableBits(colours) - 1), ...toTable(colours)] : [0]);
    blocks.push(...encodeLzw(exports, indices, Math.max(toTableBits(colours), 2)));
    if (!isRemoved) return;
    forEachRow(rectangle, width, (start, end) => {
      last.fill(0, start, end);
      shown.fill(0, start, end);
    });
  }

  return {
    add: (frame) =>
      pool.use((exports) => {
        const isSolid = isOpaque(frame), words = isSolid ? toWords(frame) : toOpaqueWords(frame);
        writePending(exports, isSolid ? undefined : words);
        const indexed = reduceColours(exports, { words, last, shown, width, animated }, pending?.palette);
        restCentiseconds += frame.delay / 10;
        const minDelay = frame.delay > 10 ? MIN_DELAY : 0;
        const centiseconds = Math.min(Math.max(Math.round(restCentiseconds), minDelay), 0xffff);
        restCentiseconds = Math.max(restCentiseconds - centiseconds, -1);
        pending = { ...indexed, centiseconds };
        if (animated) last = words;
      }),
    finish() {
      pool.use(writePending);
      if (globalPalette === undefined) throw new Error("Cannot finish the file: must have a frame");
      const colours = globalPalette.colours.subarray(0, globalPalette.size), name = toAscii("NETSCAPE2.0");
      // 0x80 means that there is a global colour table, 0x70 means 8 bits per channel.
      const screen = [...toUint16(width), ...toUint16(height), 0xf0 | (toTableBits(colours) - 1), 0, 0];
      // Without this application extension the animation is played once. It contains the number of repetitions.
      const repeat = [0x21, 0xff, name.length, ...name, 3, 1, ...toUint16(Math.max(loop - 1, 0)), 0];
      const head = [toAscii("GIF89a"), screen, toTable(colours), animated && loop !== 1 ? repeat : []];
      return concat([...head, ...blocks, [0x3b]]);
    },
  };
}

/** Makes each pixel opaque or 0. */
function toOpaqueWords(frame: Frame): Uint32Array<ArrayBuffer> {
  const words = toWords(frame);
  for (let i = 0; i < words.length; i++) {
    words[i] = words[i]! >>> 24 < MIN_OPAQUE_ALPHA ? 0 : words[i]! | 0xff000000;
  }
  return words;
}

/** Returns the bits of the highest index of a colour table. */
function toTableBits(colours: Uint32Array): number {
  return Math.max(Math.ceil(Math.log2(colours.length)), 1);
}

function toTable(colours: Uint32Array): Uint8Array {
  const table = new Uint8Array(3 << toTableBits(colours));
  colours.forEach((colour, i) => table.set([colour, colour >> 8, colour >> 16], 3 * i));
  return table;
}

/**
 * Returns the colours of a frame with a colour table of its own. If that makes the table smaller, the indices are
 * renumbered, so that it contains only what the frame uses.
 */
function compact(indices: Uint8Array, { colours, size, hasTransparent }: Palette, isUsed: Uint8Array): Uint32Array {
  if (hasTransparent) isUsed[0] = 1;
  const used = colours.filter((_, index) => isUsed[index]);
  if (toTableBits(used) === toTableBits(colours.subarray(0, size))) return colours.subarray(0, size);
  let count = 0;
  const renumbered = isUsed.map((used) => used ? count++ : 0);
  for (let i = 0; i < indices.length; i++) indices[i] = renumbered[indices[i]!]!;
  return used;
}

function toUint16(value: number): [number, number] {
  return [value & 255, value >> 8];
}
