// AssemblyScript, compiled to png.wasm by build.ts: the hot parts of reading and writing PNG.

export { begin, undo } from "./png_unfilter.as";
export { beginPacking, packedAddress, packStrip } from "./png_encoder.as";
