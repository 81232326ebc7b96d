// @ts-self-types="./webp_decoder_factory.d.ts"
// icodec's build of libwebp uses SIMD; that of @jsquash does not, and takes 1.6 to 1.9 times as long. The package
// exports its WebAssembly files, but the JavaScript next to them only together with all its other formats.
const { default: createWebpDecoder } = await import(
  new URL("webp-dec.js", import.meta.resolve("icodec/webp-dec.wasm")).href
);

export { createWebpDecoder };
