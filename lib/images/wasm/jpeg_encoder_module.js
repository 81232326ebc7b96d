// @ts-self-types="./module.d.ts"
// A file of its own for the same reason as webp_encoder_module.js.
import source module from "./jpeg_encoder.wasm";

export { module };
