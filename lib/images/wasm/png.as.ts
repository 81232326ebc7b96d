// AssemblyScript, compiled to png.wasm by build.ts: the hot parts of reading and writing PNG.

export { beginUnpacking, coloursAddress, pixelsAddress, unpackEnd, unpackHead, unpackStrip } from "./png_decoder.as";
export { feed, makeRoom } from "./png_reader.as";
export { beginPacking, packedAddress, packPart, packStrip } from "./png_encoder.as";
