import type { Filter, KernelTools } from "@/lib/images/filters/filter.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { isOpaque, type Pixels } from "@/lib/images/pixels.ts";
import { type Instance, InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Two passes of a box with a radius of `strength`. */
export const blur: Filter<"blur"> = {
  name: "blur",
  summary: "two passes of a box with this radius; transparent pixels do not bleed",
  strength: { min: 1, max: 256, fallback: 5, unit: "pixels", isRounded: true },
  isPointOperation: false,
  nsPerPixel: 14,
  createKernel: ({ blur, strength }) => ({ apply: (pixels) => blur(pixels, strength) }),
};

/** The exports of `wasm/blur.as.ts`. */
interface Exports extends Instance {
  begin(width: number, height: number, radius: number, isOpaque: boolean): number;
  pushRow(y: number): void;
  pullRow(y: number): void;
}

/** Images wider than this many times their height are blurred transposed, because the module stores many whole rows. */
const MAX_RATIO = 16;

/** The EXIF orientation that swaps rows and columns. */
const TRANSPOSE = 5;

/** Creates a blur that runs on the compiled module. `checkpoint` is called for each row, and may throw to give up. */
export function createBlur(module: WebAssembly.Module, checkpoint: () => void = () => {}): KernelTools["blur"] {
  const pool = InstancePool.fromModule<Exports>(module, checkpoint);
  return (pixels, radius) => {
    const isWide = pixels.width > MAX_RATIO * pixels.height;
    const source = isWide ? applyOrientation(pixels, TRANSPOSE, checkpoint) : pixels;
    pool.use((exports) => blurPixels(exports, source, radius));
    pool.release();
    if (isWide) pixels.data.set(applyOrientation(source, TRANSPOSE, checkpoint).data);
  };
}

/** Two passes of a box blur approximate a Gaussian; one shows its square shape. Each reaches as far as the radius. */
const PASSES = 2;

/** The module weights pixels by alpha, so that the hidden colour of transparent pixels does not bleed into others. */
function blurPixels(exports: Exports, pixels: Pixels, radius: number): void {
  const { width, height, data } = pixels;
  const stride = width * 4;
  const address = exports.begin(width, height, radius, isOpaque(pixels));
  const row = new Uint8Array(exports.memory.buffer, address, stride);
  // A row of the result depends on the rows up to `PASSES * radius` below it.
  for (let y = 0, pushed = 0; y < height; y++) {
    for (const end = Math.min(y + PASSES * radius + 1, height); pushed < end; pushed++) {
      row.set(data.subarray(pushed * stride, (pushed + 1) * stride));
      exports.pushRow(pushed);
    }
    exports.pullRow(y);
    data.set(row, y * stride);
  }
}
