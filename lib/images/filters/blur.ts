import type { KernelTools } from "./types.ts";
import { applyOrientation } from "../formats/orientation.ts";
import { isOpaque, type Pixels } from "../pixels.ts";
import { type Instance, InstancePool } from "../wasm/instance_pool.ts";

/** The exports of `wasm/blur.as.ts`. */
interface Exports extends Instance {
  begin(width: number, height: number, isOpaque: boolean, ...kernel: BlurKernel): number;
  pushRow(y: number): void;
  pullRow(y: number, amount: number): void;
}

/** A blur in one direction; the module explains it. The weights are in 32768ths. */
type BlurKernel = readonly [tent: number, spacing: number, near: number, far: number];

/** Images wider than this many times their height are blurred transposed, because the module stores many whole rows. */
const MAX_RATIO = 16;

/** The EXIF orientation that swaps rows and columns. */
const TRANSPOSE = 5;

/** Creates a blur that runs on the compiled module. */
export function createBlur(module: WebAssembly.Module): KernelTools["blur"] {
  const pool = InstancePool.fromModule<Exports>(module);
  return (pixels, radius, amount = 1) => {
    const isWide = pixels.width > MAX_RATIO * pixels.height;
    const source = isWide ? applyOrientation(pixels, TRANSPOSE) : pixels;
    pool.use((exports) => blurPixels(exports, source, radius, amount));
    pool.release();
    if (isWide) pixels.data.set(applyOrientation(source, TRANSPOSE).data);
  };
}

/** The module weights pixels by alpha, so that the hidden colour of transparent pixels does not bleed into others. */
function blurPixels(exports: Exports, pixels: Pixels, radius: number, amount: number): void {
  const { width, height, data } = pixels;
  const kernel = createBlurKernel(radius);
  const stride = width * 4;
  const isWhole = isOpaque(pixels);
  const address = exports.begin(width, height, isWhole, ...kernel);
  const row = new Uint8Array(exports.memory.buffer, address, stride);
  const readRow = (y: number) => row.set(data.subarray(y * stride, (y + 1) * stride));
  // A row of the result depends on the rows up to `below` below it.
  const [tent, spacing, , far] = kernel;
  const below = tent - 1 + (far === 0 ? spacing : 2 * spacing);
  for (let y = 0, pushed = 0; y < height; y++) {
    for (const end = Math.min(y + below + 1, height); pushed < end; pushed++) {
      readRow(pushed);
      exports.pushRow(pushed);
    }
    if (!isWhole || amount !== 1) readRow(y);
    exports.pullRow(y, amount);
    data.set(row, y * stride);
  }
}

/** The weights of the farther samples for the radii 1, 2 and 3, whose tents need more than two further samples. */
const FAR = [0, 0.045, 0.135, 0.24];

/**
 * Creates the kernel of a radius. Its variance is the variance of two boxes of 2 × radius + 1 pixels, which users of
 * Jimp know. But two boxes leave a pattern on text, because they do not remove some high frequencies. This kernel
 * removes more of them. Its factors were found by trying every radius.
 */
function createBlurKernel(radius: number): BlurKernel {
  const variance = 2 * radius * (radius + 1) / 3;
  const far = FAR[radius] ?? 0;
  const tent = far > 0 ? 2 * radius : Math.round(2.2 * Math.sqrt(variance));
  // The variances of the tent and of the mean add up.
  const rest = variance - (tent ** 2 - 1) / 6;
  const spacing = far > 0 ? 1 : Math.round(Math.sqrt(rest / 0.54));
  const near = rest / (2 * spacing ** 2) - 4 * far;
  return [tent, spacing, Math.round(near * 32768), Math.round(far * 32768)];
}
