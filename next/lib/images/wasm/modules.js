// @ts-self-types="./modules.d.ts"
// Loads all WebAssembly of the codecs and filters. This is JavaScript because `deno check` does not support `import
// source` yet; the types are in modules.d.ts. The modules are compiled once and posted to every worker. No other file
// may import one of them: Deno 2.9.5 panics when a module that two files import by source is imported once more.
import source blur from "./blur.wasm";
import source gif from "./gif.wasm";
import source jpegDecoder from "./jpeg_decoder.wasm";
import source jpegEncoder from "./jpeg_encoder.wasm";
import source png from "./png.wasm";
import source resize from "./resize.wasm";
import source webpDecoder from "icodec/webp-dec.wasm";
import source webpEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.wasm";

export const modules = { blur, gif, jpegEncoder, jpegDecoder, png, resize, webpDecoder, webpEncoder };
