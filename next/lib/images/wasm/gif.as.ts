// AssemblyScript, compiled to gif.wasm by build.ts: the exports of the GIF decoder and encoder.

export { begin as beginDithering, COLOURS, ditherRow, measureError, setPalette, startPalette, USED } from "./gif_dither.as";
export { begin as beginDecoding, decode, indices } from "./gif_lzw_decoder.as";
export { begin as beginEncoding, encode, INPUT, SUB_BLOCKS } from "./gif_lzw_encoder.as";
