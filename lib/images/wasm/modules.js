// @ts-self-types="./modules.d.ts"
// The one place where WebAssembly is loaded. A plain .js file, as `deno check` does not know `import source` yet; its
// types are in modules.d.ts. Compiled here once, the modules are posted to every worker. ImageScript's decoder is taken
// as a bare module, too: importing the package itself loads a native addon, and the service runs without --allow-ffi.
import source blur from "./blur.wasm";
import source jpegEncoder from "./jpeg_encoder.wasm";
import source jpegDecoder from "./jpeg_decoder.wasm";
import source cmykDecoder from "imagescript/wasm/any/jpeg.wasm";
import source pngFallback from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import source webpDecoder from "@jsquash/webp/codec/dec/webp_dec.wasm";
import { png } from "./png_module.js";
import { webpEncoder } from "./webp_encoder_module.js";

export const modules = { blur, jpegEncoder, jpegDecoder, cmykDecoder, png, pngFallback, webpDecoder, webpEncoder };
