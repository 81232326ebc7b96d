// AssemblyScript, compiled to png.wasm by build.ts: the exports of the PNG decoder and encoder.

export { adler32 } from "./png_adler32.as";
export { beginDecoding, decodedPixels, decodeStrip, PALETTE, TRANSPARENT } from "./png_decoder.as";
export { beginEncoding, encoded, encodeStrip } from "./png_encoder.as";
