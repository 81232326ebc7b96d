// @ts-self-types="./module.d.ts"
// A file of its own, because most pictures are not AVIF, and compiling a megabyte takes a tenth of a second.
import source module from "@jsquash/avif/codec/dec/avif_dec.wasm";

export { module };
