// deno-lint-ignore-file camelcase -- the names of the module's exports
import type { Pixels } from "./pixels.ts";
import { type Instance, InstancePool } from "./wasm/instance_pool.ts";

/** The exports of ImageScript's SVG module (resvg), as far as they are used here. */
interface Exports extends Instance {
  walloc(length: number): number;
  wlen(): number;
  rasterize(address: number, length: number, fit: number, size: number): number;
  rasterize_buffer(image: number): number;
  rasterize_free(image: number): void;
}

/** The argument `fit` of `rasterize`: scale to a given width. */
const FIT_WIDTH = 2;

/** Results of `rasterize` from 0 to below this are errors. All others are addresses: beyond 2 GiB they are negative. */
const FIRST_ADDRESS = 2;

/** Renders an SVG document as pixels of a width; its height follows from its ratio. @throws {Error} If it is none. */
export type Rasterizer = (svg: string, width: number) => Pixels;

/** Creates a rasterizer that runs on the compiled module. It has no fonts, so it leaves text out. */
export function createRasterizer(module: WebAssembly.Module): Rasterizer {
  const pool = InstancePool.fromModule<Exports>(module);
  return (svg, width) => {
    const data = pool.use((exports) => rasterize(exports, svg, width));
    pool.release();
    unpremultiply(data);
    return { width, height: data.length / 4 / width, data };
  };
}

function rasterize(exports: Exports, svg: string, width: number): Pixels["data"] {
  const bytes = new TextEncoder().encode(svg);
  const address = exports.walloc(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const image = exports.rasterize(address, bytes.length, FIT_WIDTH, width);
  if (image >= 0 && image < FIRST_ADDRESS) {
    throw new Error("Cannot rasterize the drawing: must be a valid SVG document");
  }
  const { buffer } = exports.memory;
  const data = new Uint8ClampedArray(buffer, exports.rasterize_buffer(image), exports.wlen()).slice();
  exports.rasterize_free(image);
  return data;
}

// The rasterizer multiplies colours by their opacity. Written to a file like that, edges without a background are dark.
function unpremultiply(data: Uint8ClampedArray): void {
  for (let i = 3; i < data.length; i += 4) {
    const alpha = data[i]!;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = i - 3; channel < i; channel++) data[channel] = data[channel]! * 255 / alpha;
  }
}
