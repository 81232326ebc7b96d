// @ts-self-types="./modules.d.ts"
// Loads all WebAssembly. This is JavaScript because `deno check` does not support `import source` yet; the types are in
// modules.d.ts. The modules are compiled once and posted to every thread. No other file may import one of them: Deno
// 2.9.5 panics when a module that two files import by source is imported once more. ImageScript's renderer is resvg; it
// is imported as a file, because importing "imagescript" itself would load a native addon.
import source avifDecoder from "@jsquash/avif/codec/dec/avif_dec.wasm";
import source blur from "./blur.wasm";
import source gif from "./gif.wasm";
import source jpegDecoder from "./jpeg_decoder.wasm";
import source jpegEncoder from "./jpeg_encoder.wasm";
import source png from "./png.wasm";
import source resize from "./resize.wasm";
import source svg from "imagescript/wasm/any/svg.wasm";
import source webpDecoder from "@jsquash/webp/codec/dec/webp_dec.wasm";
import source webpEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.wasm";

export const modules = {
  avifDecoder,
  blur,
  gif,
  jpegDecoder,
  jpegEncoder,
  png,
  resize,
  svg,
  webpDecoder,
  webpEncoder,
};
