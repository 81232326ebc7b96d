// deno-lint-ignore-file camelcase -- the names of the module's exports
import type { Codecs } from "../codecs/mod.ts";
import { toBraille } from "../braille.ts";
import { type BlockColours, toHalfBlocks } from "../half_blocks.ts";
import { createPixels, type Pixels } from "../pixels.ts";
import { roundCorners } from "../round_corners.ts";
import { type Instance, InstancePool } from "../wasm/instance_pool.ts";
import { module as svgModule } from "../wasm/svg_module.js";

/** The exports of ImageScript's SVG module (resvg), as far as they are used here. */
interface Exports extends Instance {
  walloc(length: number): number;
  wlen(): number;
  rasterize(address: number, length: number, fit: number, size: number): number;
  rasterize_buffer(image: number): number;
  rasterize_free(image: number): void;
}

const rasterizers = InstancePool.fromModule<Exports>(svgModule);

/** An SVG document, and how it is rendered. */
export interface Drawing {
  /** The document, or those of the tiles that the picture consists of. */
  readonly svg: string | readonly string[];
  /** Its width: in pixels, or in the columns of a terminal. Its height follows from the ratio of the document. */
  readonly width: number;
  /** The number of tiles in a row. */
  readonly columns?: number | undefined;
  /** The radius of its corners in pixels, or of those of each tile. */
  readonly radius?: number;
  /** A file, or UTF-8 text for a terminal. */
  readonly format: "png" | "webp" | "jpeg" | "txt";
  /** The colours of text, by default all. Without any it is a line drawing: see {@linkcode toBraille}. */
  readonly colours?: BlockColours | "none" | undefined;
}

/**
 * Renders a drawing, and writes it with these codecs.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createCodecs } from "@pawkit/images/pipeline";
 * import { readHeader } from "@pawkit/images/probe";
 * import { modules } from "@pawkit/images/wasm";
 *
 * const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="8" /></svg>';
 * const file = renderDrawing({ svg, width: 32, format: "png" }, createCodecs(modules));
 * assertEquals(readHeader(file).width, 32);
 * ```
 *
 * With tiles, each is rendered like a picture of its own. They have to be square; the rest of the last row is
 * transparent.
 *
 * @throws {Error} When the text is not an SVG document.
 */
export function renderDrawing(
  drawing: Drawing,
  codecs: Pick<Codecs, "png" | "webp" | "jpeg">,
): Uint8Array<ArrayBuffer> {
  const { format } = drawing;
  if (format === "txt") return new TextEncoder().encode(renderText(drawing));
  const pixels = renderPicture(drawing);
  const { width, height } = pixels;
  // A drawing consists of edges between colours, which would be blurred with less chroma.
  const options = { width, height, frames: 1, loop: 0, lossless: false, fullChroma: true, colour: {} };
  const encoder = codecs[format].createEncoder(options);
  encoder.add({ ...pixels, delay: 0 });
  return encoder.finish();
}

/** Renders the pixels of a drawing, whatever its format. @throws {Error} When the text is not an SVG document. */
export function renderPicture(drawing: Drawing): Pixels {
  const { svg, width, radius } = drawing;
  return typeof svg === "string" ? renderPixels(svg, width, radius) : renderTiles(svg, drawing);
}

function renderTiles(svgs: readonly string[], { width, columns = 1, radius }: Drawing): Pixels {
  const side = width / columns;
  const picture = createPixels(width, side * Math.ceil(svgs.length / columns));
  for (const [index, svg] of svgs.entries()) {
    const tile = renderPixels(svg, side, radius);
    const left = index % columns * side, top = Math.floor(index / columns) * side;
    for (let y = 0; y < side; y++) {
      const row = tile.data.subarray(4 * y * side, 4 * (y + 1) * side);
      picture.data.set(row, 4 * ((top + y) * width + left));
    }
  }
  return picture;
}

function renderText(drawing: Drawing): string {
  const { width, colours } = drawing;
  // A character has two columns of dots.
  if (colours === "none") return toBraille(renderPicture({ ...drawing, width: 2 * width, radius: 0 }));
  return toHalfBlocks(renderPicture(drawing), colours);
}

/** The argument `fit` of `rasterize`: scale to a given width. */
const FIT_WIDTH = 2;

/** Results of `rasterize` from 0 to below this are errors. All others are addresses: beyond 2 GiB they are negative. */
const FIRST_ADDRESS = 2;

/**
 * Renders an SVG document as pixels. Its corners are rounded afterwards: with a clip path in the document, a drawing of
 * 512 pixels took 284 ms instead of 28.
 */
export function renderPixels(svg: string, width: number, radius = 0): Pixels {
  const pixels = rasterize(svg, width);
  return radius === 0 ? pixels : roundCorners(pixels, radius);
}

function rasterize(svg: string, width: number): Pixels {
  return rasterizers.use((exports) => {
    const bytes = new TextEncoder().encode(svg);
    const address = exports.walloc(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    const image = exports.rasterize(address, bytes.length, FIT_WIDTH, width);
    if (image >= 0 && image < FIRST_ADDRESS) {
      throw new Error("Cannot rasterize the drawing: must be a valid SVG document");
    }
    const data = new Uint8ClampedArray(exports.memory.buffer, exports.rasterize_buffer(image), exports.wlen()).slice();
    exports.rasterize_free(image);
    unpremultiply(data);
    return { width, height: data.length / 4 / width, data };
  });
}

// The rasterizer multiplies colours by their opacity. Written to a file like that, edges without a background are dark.
function unpremultiply(data: Uint8ClampedArray): void {
  for (let i = 3; i < data.length; i += 4) {
    const alpha = data[i]!;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = i - 3; channel < i; channel++) data[channel] = data[channel]! * 255 / alpha;
  }
}
