// @ts-self-types="./module.d.ts"
// A file of its own, because only this file may import the module: Deno 2.9.5 panics when a WebAssembly module that two
// files import by source is imported once more.
import source module from "@jsquash/webp/codec/enc/webp_enc_simd.wasm";

export { module };
