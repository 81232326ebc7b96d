// @ts-self-types="./raster.d.ts"
// ImageScript's renderer (resvg as WebAssembly), loaded by its file: importing "imagescript" itself would load a native
// addon and throw without --allow-ffi. JavaScript, because the type checker does not know source imports yet.
import source wasm from "imagescript/wasm/any/svg.wasm";

const encoder = new TextEncoder();
const FIT_WIDTH = 2;

let renderer;

/** See raster.d.ts. */
export function rasterize(svg, width) {
  renderer ??= new WebAssembly.Instance(wasm).exports;
  const { memory, walloc, wlen, rasterize, rasterize_buffer, rasterize_free } = renderer;
  const bytes = encoder.encode(svg);
  const source = walloc(bytes.length);
  new Uint8Array(memory.buffer, source, bytes.length).set(bytes);
  const picture = rasterize(source, bytes.length, FIT_WIDTH, width);
  if (picture <= 1) throw new Error("Cannot rasterize as the drawing must be valid SVG");
  const pixels = new Uint8Array(memory.buffer, rasterize_buffer(picture), wlen()).slice();
  rasterize_free(picture);
  return pixels;
}
