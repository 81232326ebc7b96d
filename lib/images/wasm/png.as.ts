// AssemblyScript, compiled to png.wasm by build.ts: the exports of the PNG decoder and encoder.

export { beginDecoding, decodedPixels, decodeStrip, PALETTE } from "./png_decoder.as";
export { beginEncoding, encoded, encodeStrip } from "./png_encoder.as";
