// deno-lint-ignore-file camelcase -- the names of the module's exports
import type { Pixels } from "@/lib/images/pixels.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** The exports of ImageScript's SVG module (resvg), as far as they are used here. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  walloc(length: number): number;
  wlen(): number;
  rasterize(address: number, length: number, fit: number, size: number): number;
  rasterize_buffer(image: number): number;
  rasterize_free(image: number): void;
}

/** Renders a square SVG document; `side` is the width and height of the image in pixels. */
export type Rasterize = (svg: string, side: number) => Pixels;

/** The argument `fit` of `rasterize`: scale to a given width. */
const FIT_WIDTH = 2;

/** Results of `rasterize` from 0 to below this are errors. All others are addresses: beyond 2 GiB they are negative. */
const FIRST_ADDRESS = 2;

/** Creates the instance pool of the rasterizer. It throws an `Error` if the text is not an SVG document. */
export function createRasterizerPool(module: WebAssembly.Module): InstancePool<Rasterize> {
  return InstancePool.fromModule(module, (exports: Exports) => (svg, side) => rasterize(exports, svg, side));
}

function rasterize(exports: Exports, svg: string, side: number): Pixels {
  const bytes = new TextEncoder().encode(svg);
  const address = exports.walloc(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const image = exports.rasterize(address, bytes.length, FIT_WIDTH, side);
  if (image >= 0 && image < FIRST_ADDRESS) {
    throw new Error("Cannot rasterize the drawing: must be a valid SVG document");
  }
  const data = new Uint8ClampedArray(exports.memory.buffer, exports.rasterize_buffer(image), exports.wlen()).slice();
  exports.rasterize_free(image);
  return { width: side, height: side, data };
}
