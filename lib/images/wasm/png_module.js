// @ts-self-types="./png_module.d.ts"
// A file of its own for the same reason as webp_encoder_module.js.
import source png from "./png.wasm";

export { png };
