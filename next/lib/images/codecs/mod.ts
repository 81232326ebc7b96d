import { createApngEncoder } from "./apng_encoder.ts";
import { type Codec, createStillEncoder } from "./codec.ts";
import { createEmscriptenPool } from "./emscripten.ts";
import type { GifExports } from "./gif_lzw.ts";
import { decodeGif } from "./gif_decoder.ts";
import { GifEncoder } from "./gif_encoder.ts";
import { recolourGif } from "./gif_recolour.ts";
import { decodeJpeg, type JpegDecoderExports } from "./jpeg_decoder.ts";
import { encodeJpeg, type JpegEncoderExports } from "./jpeg_encoder.ts";
import { decodePng, type PngDecoderExports } from "./png_decoder.ts";
import { encodePng, type PngEncoderExports } from "./png_encoder.ts";
import { decodeWebp, type WebpDecoder } from "./webp_decoder.ts";
import { createWebpEncoder, createWebpEncoderPool } from "./webp_encoder.ts";
import type { Kernel } from "../filters/filter.ts";
import type { Format } from "../format.ts";
import type { Frame, Pixels } from "../pixels.ts";
import { type Instance, InstancePool } from "../wasm/instance_pool.ts";
import type { Modules } from "../wasm/modules.js";
import { createWebpDecoder } from "../wasm/webp_decoder_factory.js";

/** The codec of each format. */
export type Codecs =
  & Readonly<Record<Format, Codec>>
  & CodecTools;

interface CodecTools {
  /** Applies a kernel to the colour tables of a GIF, or returns `undefined` if that is not enough. */
  recolourGif(bytes: Uint8Array<ArrayBuffer>, kernel: Kernel): Uint8Array<ArrayBuffer> | undefined;
  /** Drops the memory that a large image needed. Returns whether there was any, which is garbage now. */
  release(): boolean;
}

/**
 * Creates the codecs: for each format the fastest one that runs as WebAssembly or TypeScript (see the benchmark).
 * `checkpoint` is called after every few milliseconds of work, except in libwebp and libavif, and may throw to give up.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readHeader } from "@pawkit/images/probe";
 * import { modules } from "@pawkit/images/wasm";
 *
 * const gif = Uint8Array.fromBase64("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=");
 * const header = readHeader(gif), codecs = createCodecs(modules);
 * const encoder = codecs.png.createEncoder({ ...header, colour: {} });
 * for await (const frame of codecs.gif.decode(gif, header)) encoder.add(frame);
 * assertEquals(readHeader(encoder.finish()).format, "png");
 * ```
 */
export function createCodecs(modules: Modules, checkpoint: () => void = () => {}): Codecs {
  const jpegDecoder = InstancePool.fromModule<JpegDecoderExports>(modules.jpegDecoder, checkpoint);
  const jpegEncoder = InstancePool.fromModule<JpegEncoderExports>(modules.jpegEncoder, checkpoint);
  const png = InstancePool.fromModule<PngDecoderExports & PngEncoderExports>(modules.png, checkpoint);
  const webpDecoder = createEmscriptenPool<WebpDecoder>(createWebpDecoder, modules.webpDecoder, checkpoint);
  const webpEncoder = createWebpEncoderPool(modules.webpEncoder, checkpoint);
  const gif = InstancePool.fromModule<GifExports>(modules.gif, checkpoint);
  const pools: Pick<InstancePool<Instance>, "release">[] = [
    jpegDecoder,
    jpegEncoder,
    png,
    webpDecoder,
    webpEncoder,
    gif,
  ];
  return {
    release: () => pools.filter((pool) => pool.release()).length > 0,
    jpeg: {
      decode: (bytes, _header, shrink) =>
        toFrames(() => jpegDecoder.use((exports) => decodeJpeg(exports, bytes, shrink))),
      createEncoder: (options) =>
        createStillEncoder((frame) => jpegEncoder.use((exports) => encodeJpeg(exports, frame, options))),
    },
    png: {
      decode: (bytes) => decodePng(png, bytes),
      createEncoder: (options) => {
        if (options.frames > 1) return createApngEncoder(png, options);
        return createStillEncoder((frame) => png.use((exports) => encodePng(exports, frame, options.colour)));
      },
    },
    webp: {
      decode: (bytes, header) => decodeWebp(webpDecoder, bytes, header),
      createEncoder: (options) => createWebpEncoder(webpEncoder, options),
    },
    gif: {
      decode: (bytes) => decodeGif(gif, bytes),
      createEncoder: (options) => new GifEncoder(gif, options),
    },
    recolourGif: (bytes, kernel) => recolourGif(gif, bytes, kernel),
  };
}

async function* toFrames(decode: () => Pixels): AsyncGenerator<Frame> {
  yield { ...decode(), delay: 0 };
}
