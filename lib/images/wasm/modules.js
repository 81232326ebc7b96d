// @ts-self-types="./modules.d.ts"
// Loads all WebAssembly of the codecs and filters. This is JavaScript because `deno check` does not support `import
// source` yet; the types are in modules.d.ts. The modules are compiled once and posted to every worker.
import source blur from "./blur.wasm";
import source gif from "./gif.wasm";
import source jpegDecoder from "./jpeg_decoder.wasm";
import source resize from "./resize.wasm";
import source webpDecoder from "icodec/webp-dec.wasm";
import { module as jpegEncoder } from "./jpeg_encoder_module.js";
import { module as png } from "./png_module.js";
import { module as webpEncoder } from "./webp_encoder_module.js";

export const modules = { blur, gif, jpegEncoder, jpegDecoder, png, resize, webpDecoder, webpEncoder };
