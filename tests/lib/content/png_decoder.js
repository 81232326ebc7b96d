// @ts-self-types="./png_decoder.d.ts"
// A decoder that shares nothing with the code under test: Squoosh's, in Rust.
import decode, { init } from "@jsquash/png/decode.js";
import source wasm from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";

const ready = init(wasm);

/** See png_decoder.d.ts. */
export async function decodePng(bytes) {
  await ready;
  return await decode(bytes.buffer);
}
