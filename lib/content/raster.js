// @ts-self-types="./raster.d.ts"
// ImageScript's renderer (resvg as WebAssembly), loaded by its file: importing "imagescript" itself would load a native
// addon and throw without --allow-ffi. JavaScript, because the type checker does not know source imports yet.
import source module from "imagescript/wasm/any/svg.wasm";

const encoder = new TextEncoder();
const FIT_WIDTH = 2;

let renderer;

/** See raster.d.ts. */
export function rasterize(svg, width) {
  renderer ??= new WebAssembly.Instance(module).exports;
  try {
    return render(renderer, encoder.encode(svg), width);
  } catch (error) {
    // What stopped half way may have left its memory in any state.
    renderer = undefined;
    throw error;
  }
}

function render(wasm, bytes, width) {
  const source = wasm.walloc(bytes.length);
  new Uint8Array(wasm.memory.buffer, source, bytes.length).set(bytes);
  const picture = wasm.rasterize(source, bytes.length, FIT_WIDTH, width);
  if (picture <= 1) throw new Error("Cannot rasterize as the drawing must be valid SVG");
  const pixels = new Uint8Array(wasm.memory.buffer, wasm.rasterize_buffer(picture), wasm.wlen()).slice();
  wasm.rasterize_free(picture);
  return pixels;
}
