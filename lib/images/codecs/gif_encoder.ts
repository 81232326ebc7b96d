import type { EncodeOptions, Encoder } from "@/lib/images/codecs/codec.ts";
import { encodeLzw, type GifExports } from "@/lib/images/codecs/gif_coder.ts";
import { GifFramePlanner } from "@/lib/images/codecs/gif_frame_planner.ts";
import { GifWriter, toTableBits } from "@/lib/images/codecs/gif_writer.ts";
import { type Frame, isOpaque, toWords } from "@/lib/images/pixels.ts";
import type { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Pixels with this alpha or more are opaque, because GIF has no translucency. */
const MIN_OPAQUE_ALPHA = 128;

/** Creates the encoder of one GIF file. */
export function createGifEncoder(pool: InstancePool<GifExports>, options: EncodeOptions): Encoder {
  const planner = new GifFramePlanner(options), writer = new GifWriter(options);
  const writePlanned = (exports: GifExports, next?: Uint32Array) => {
    const frame = planner.plan(next);
    if (frame === undefined) return;
    writer.add(frame, encodeLzw(exports, frame.indices, Math.max(toTableBits(frame.colours), 2)));
  };
  return {
    add: (frame) =>
      pool.use((exports) => {
        const isSolid = isOpaque(frame), words = isSolid ? toWords(frame) : toOpaqueWords(frame);
        writePlanned(exports, isSolid ? undefined : words);
        planner.add(exports, words, frame.delay);
      }),
    finish() {
      pool.use((exports) => writePlanned(exports));
      return writer.finish(planner.globalColours);
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
