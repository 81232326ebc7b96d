// @ts-self-types="./avif_module.d.ts"
// A file of its own, because most pictures are not AVIF, and compiling a megabyte takes a tenth of a second. The
// package exports its WebAssembly files, but the JavaScript next to them only together with all its other formats.
import source module from "icodec/avif-dec.wasm";

const { default: createDecoder } = await import(
  new URL("avif-dec.js", import.meta.resolve("icodec/avif-dec.wasm")).href
);

export { createDecoder, module };
