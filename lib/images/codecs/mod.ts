import decodeWebpFactory from "@jsquash/webp/codec/dec/webp_dec.js";
import encodeWebpFactory from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { decodeBmp } from "@/lib/images/codecs/bmp_decoder.ts";
import { createCmykPool } from "@/lib/images/codecs/cmyk.ts";
import { type CreateEncoder, createStillEncoder, type Decode } from "@/lib/images/codecs/codec.ts";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import { decodeGif } from "@/lib/images/codecs/gif_decoder.ts";
import { createGifEncoder } from "@/lib/images/codecs/gif_encoder.ts";
import { createJpegDecoderPool } from "@/lib/images/codecs/jpeg_decoder.ts";
import { createJpegEncoderPool } from "@/lib/images/codecs/jpeg_encoder.ts";
import { createPngDecoderPool, decodePng } from "@/lib/images/codecs/png_decoder.ts";
import { createPngEncoderPool } from "@/lib/images/codecs/png_encoder.ts";
import { createPngFallbackPool } from "@/lib/images/codecs/png_fallback.ts";
import { decodeWebp, type WebpDecoder } from "@/lib/images/codecs/webp_decoder.ts";
import { createWebpEncoder, type WebpEncoder } from "@/lib/images/codecs/webp_encoder.ts";
import type { Format } from "@/lib/images/format.ts";
import { flattenOnWhite, type Frame, type Pixels } from "@/lib/images/picture.ts";
import type { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/** How a format is read and written. */
export interface Codec {
  readonly decode: Decode;
  readonly createEncoder: CreateEncoder;
}

/** Of 100: hardly to be told from the original. */
const QUALITY = 90;

/** The quickest settings of WebP: the slower ones save a fifth of the bytes for five times the time. */
const WEBP_SETTINGS = { ...defaultOptions, quality: QUALITY, method: 0 };

/** The quickest exact settings; `exact` keeps the colour of transparent pixels, too. */
const LOSSLESS_WEBP_SETTINGS = { ...WEBP_SETTINGS, lossless: 1, exact: 1, quality: 0 };

/** The codec of each format. */
export interface Codecs extends Readonly<Record<Format, Codec>> {
  readonly bmp: Pick<Codec, "decode">;
  /** Gives back the memory that a large picture took. */
  release(): void;
}

/** Makes the table of codecs: for each format the fastest that runs as WebAssembly or TypeScript (see the benchmark). */
export function createCodecs(modules: Modules): Codecs {
  const jpeg = createJpegDecoderPool(modules.jpegDecoder);
  const cmyk = createCmykPool(modules.cmykDecoder);
  const jpegEncoder = createJpegEncoderPool(modules.jpegEncoder);
  const pngDecoder = createPngDecoderPool(modules.png);
  const pngFallback = createPngFallbackPool(modules.pngFallback);
  const pngEncoder = createPngEncoderPool(modules.png);
  const webp: AsyncInstancePool<WebpDecoder> = createEmscriptenPool(decodeWebpFactory, modules.webpDecoder);
  const webpEncoder: AsyncInstancePool<WebpEncoder> = createEmscriptenPool(encodeWebpFactory, modules.webpEncoder);
  const pools = [jpeg, cmyk, jpegEncoder, pngDecoder, pngFallback, pngEncoder, webp, webpEncoder];
  return {
    release: () => pools.forEach((pool) => pool.release()),
    jpeg: {
      decode: (bytes, { isCmyk }) => toFrames(() => (isCmyk ? cmyk : jpeg).use((decode) => decode(bytes))),
      createEncoder: ({ fullChroma }) =>
        createStillEncoder((frame) => {
          flattenOnWhite(frame);
          return jpegEncoder.use((encode) => encode(frame, { quality: QUALITY, fullChroma }));
        }),
    },
    png: {
      decode: (bytes) => toFrames(() => decodePng(bytes, { decoder: pngDecoder, fallback: pngFallback })),
      createEncoder: () => createStillEncoder((frame) => pngEncoder.use((encode) => encode(frame))),
    },
    webp: {
      decode: (bytes, header) => decodeWebp(webp, bytes, header),
      createEncoder: (options) =>
        createWebpEncoder(webpEncoder, options, options.lossless ? LOSSLESS_WEBP_SETTINGS : WEBP_SETTINGS),
    },
    gif: { decode: decodeGif, createEncoder: createGifEncoder },
    bmp: { decode: (bytes) => toFrames(() => decodeBmp(bytes)) },
  };
}

async function* toFrames(decode: () => Pixels): AsyncGenerator<Frame> {
  yield { ...decode(), delay: 0 };
}
