import decodeWebpFactory from "@jsquash/webp/codec/dec/webp_dec.js";
import encodeWebpFactory from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { decodeBmp } from "@/lib/images/codecs/bmp_decoder.ts";
import { createCmykKeeper } from "@/lib/images/codecs/cmyk.ts";
import { type CreateEncoder, createStillEncoder, type Decode } from "@/lib/images/codecs/codec.ts";
import { createEmscriptenKeeper } from "@/lib/images/codecs/emscripten.ts";
import { decodeGif } from "@/lib/images/codecs/gif_decoder.ts";
import { createGifEncoder } from "@/lib/images/codecs/gif_encoder.ts";
import { createJpegDecoderKeeper } from "@/lib/images/codecs/jpeg_decoder.ts";
import { createJpegEncoderKeeper } from "@/lib/images/codecs/jpeg_encoder.ts";
import type { Keeper } from "@/lib/images/codecs/instance_pool.ts";
import { createPngDecoderKeeper, decodePng } from "@/lib/images/codecs/png_decoder.ts";
import { createPngEncoderKeeper } from "@/lib/images/codecs/png_encoder.ts";
import { createPngFallbackKeeper } from "@/lib/images/codecs/png_fallback.ts";
import { decodeWebp, type WebpDecoder } from "@/lib/images/codecs/webp_decoder.ts";
import { createWebpEncoder, type WebpEncoder } from "@/lib/images/codecs/webp_encoder.ts";
import type { Format } from "@/lib/images/format.ts";
import { flattenOnWhite, type Pixels } from "@/lib/images/picture.ts";
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
  const jpeg = createJpegDecoderKeeper(modules.jpegDecoder);
  const cmyk = createCmykKeeper(modules.cmykDecoder);
  const jpegEncoder = createJpegEncoderKeeper(modules.jpegEncoder);
  const pngDecoder = createPngDecoderKeeper(modules.png);
  const pngFallback = createPngFallbackKeeper(modules.pngFallback);
  const pngEncoder = createPngEncoderKeeper(modules.png);
  const webp: Keeper<WebpDecoder> = createEmscriptenKeeper(decodeWebpFactory, modules.webpDecoder);
  const webpEncoder: Keeper<WebpEncoder> = createEmscriptenKeeper(encodeWebpFactory, modules.webpEncoder);
  const keepers = [jpeg, cmyk, jpegEncoder, pngDecoder, pngFallback, pngEncoder, webp, webpEncoder];
  return {
    release: () => keepers.forEach((keeper) => keeper.release()),
    jpeg: {
      decode: (bytes, { fourColours }) =>
        toFrames(fourColours ? cmyk((decode) => decode(bytes)) : jpeg((decode) => decode(bytes))),
      createEncoder: ({ fullChroma }) =>
        createStillEncoder((frame) => {
          flattenOnWhite(frame);
          return jpegEncoder((encode) => encode(frame, { quality: QUALITY, fullChroma }));
        }),
    },
    png: {
      decode: (bytes) => toFrames(decodePng(bytes, { decoder: pngDecoder, fallback: pngFallback })),
      createEncoder: () => createStillEncoder((frame) => pngEncoder((encode) => encode(frame))),
    },
    webp: {
      decode: (bytes, header) => decodeWebp(webp, bytes, header),
      createEncoder: (options) =>
        createWebpEncoder(webpEncoder, options, options.lossless ? LOSSLESS_WEBP_SETTINGS : WEBP_SETTINGS),
    },
    gif: { decode: decodeGif, createEncoder: createGifEncoder },
    bmp: { decode: (bytes) => toFrames(Promise.resolve(decodeBmp(bytes))) },
  };
}

async function* toFrames(decoded: Promise<Pixels>): AsyncGenerator<Pixels & { delay: number }> {
  const pixels = await decoded;
  yield { ...pixels, delay: 0 };
}
