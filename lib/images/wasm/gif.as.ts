// AssemblyScript, compiled to gif.wasm by build.ts: the exports of the GIF encoder.

export { begin as beginDithering, COLOURS, ditherRow, measureError, setPalette, startPalette, USED } from "./gif_dither.as";
