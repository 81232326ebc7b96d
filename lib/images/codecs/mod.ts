import { type AvifDecoder, createAvifDecoderPool, decodeAvif } from "./avif_decoder.ts";
import { type Codec, createStillEncoder } from "./codec.ts";
import type { GifExports } from "./gif_palette.ts";
import { decodeGif } from "./gif_decoder.ts";
import { GifEncoder } from "./gif_encoder.ts";
import { recolourGif } from "./gif_recolour.ts";
import { decodeJpeg, type JpegDecoderExports } from "./jpeg_decoder.ts";
import { encodeJpeg, type JpegEncoderExports } from "./jpeg_encoder.ts";
import { decodePng, type PngDecoderExports } from "./png_decoder.ts";
import { encodePng, type PngEncoderExports } from "./png_encoder.ts";
import { createWebpDecoderPool, decodeWebp } from "./webp_decoder.ts";
import { createWebpEncoder, createWebpEncoderPool } from "./webp_encoder.ts";
import type { Kernel } from "../filters/types.ts";
import type { Format, SourceFormat } from "../format.ts";
import type { Frame, Pixels } from "../pixels.ts";
import { InstancePool } from "../wasm/instance_pool.ts";
import type { Modules } from "../wasm/modules.js";

/** The codec of each format. */
export type Codecs =
  & Readonly<Record<Format, Codec>>
  & Readonly<Record<SourceFormat, Pick<Codec, "decode">>>
  & CodecTools;

interface CodecTools {
  /** Applies a kernel to the colour tables of a GIF, or returns `undefined` if that is not enough. */
  recolourGif(bytes: Uint8Array<ArrayBuffer>, kernel: Kernel): Uint8Array<ArrayBuffer> | undefined;
  /** Drops the memory that a large image needed. Returns whether there was any, which is garbage now. */
  release(): boolean;
}

/** Creates the codecs: for each format the fastest one that runs as WebAssembly or TypeScript. */
export function createCodecs(modules: Modules): Codecs {
  const avif: InstancePool<AvifDecoder> = createAvifDecoderPool(modules.avifDecoder);
  const jpegDecoder = InstancePool.fromModule<JpegDecoderExports>(modules.jpegDecoder);
  const jpegEncoder = InstancePool.fromModule<JpegEncoderExports>(modules.jpegEncoder);
  const png = InstancePool.fromModule<PngDecoderExports & PngEncoderExports>(modules.png);
  const webpDecoder = createWebpDecoderPool(modules.webpDecoder);
  const webpEncoder = createWebpEncoderPool(modules.webpEncoder);
  const gif = InstancePool.fromModule<GifExports>(modules.gif);
  const pools = [avif, jpegDecoder, jpegEncoder, png, webpDecoder, webpEncoder, gif];
  return {
    release: () => pools.filter((pool) => pool.release()).length > 0,
    avif: { decode: (bytes) => toFrames(() => decodeAvif(avif, bytes)) },
    jpeg: {
      decode: (bytes, _header, shrink) =>
        toFrames(() => jpegDecoder.use((exports) => decodeJpeg(exports, bytes, shrink))),
      createEncoder: (options) =>
        createStillEncoder((frame) => jpegEncoder.use((exports) => encodeJpeg(exports, frame, options))),
    },
    png: {
      decode: (bytes) => toFrames(() => decodePng(png, bytes)),
      createEncoder: ({ colour }) =>
        createStillEncoder((frame) => png.use((exports) => encodePng(exports, frame, colour))),
    },
    webp: {
      decode: (bytes, header) => decodeWebp(webpDecoder, bytes, header),
      createEncoder: (options) => createWebpEncoder(webpEncoder, options),
    },
    gif: {
      decode: (bytes) => decodeGif(bytes),
      createEncoder: (options) => new GifEncoder(gif, options),
    },
    recolourGif,
  };
}

function* toFrames(decode: () => Pixels): Generator<Frame> {
  yield { ...decode(), delay: 0 };
}
