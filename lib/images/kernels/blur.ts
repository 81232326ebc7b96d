import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { isOpaque, type Pixels } from "@/lib/images/picture.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Blurs pixels in place. */
export type Blur = (pixels: Pixels, radius: number) => void;

/** What `wasm/blur.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(width: number, height: number, radius: number, isOpaque: boolean): number;
  take(y: number): void;
  give(y: number): void;
}

/** Pictures that are wider than so many times their height are blurred on their side: rows are kept many times over. */
const MAX_RATIO = 16;

/** The EXIF orientation that swaps rows and columns. */
const ON_SIDE = 5;

/** Creates a blur that runs on the compiled module. */
export function createBlur(module: WebAssembly.Module): Blur {
  const pool = InstancePool.fromModule(module, (exports: Exports) => exports);
  return (pixels, radius) => {
    const apply = pixels.width > MAX_RATIO * pixels.height ? blurOnSide : blur;
    pool.use((exports) => apply(exports, pixels, radius));
    pool.release();
  };
}

function blurOnSide(exports: Exports, pixels: Pixels, radius: number): void {
  const turned = applyOrientation(pixels, ON_SIDE);
  blur(exports, turned, radius);
  pixels.data.set(applyOrientation(turned, ON_SIDE).data);
}

/** Two rounds of a box come close to a bell curve; one shows its square shape. Each reaches as far as the radius. */
const ROUNDS = 2;

/** What is transparent counts less, so that the colour hidden in it does not bleed into visible pixels. */
function blur(exports: Exports, pixels: Pixels, radius: number): void {
  const { width, height, data } = pixels;
  const stride = width * 4;
  const address = exports.begin(width, height, radius, isOpaque(pixels));
  const row = new Uint8Array(exports.memory.buffer, address, stride);
  for (let y = 0, taken = 0; y < height; y++) {
    for (const end = Math.min(y + ROUNDS * radius + 1, height); taken < end; taken++) {
      row.set(data.subarray(taken * stride, (taken + 1) * stride));
      exports.take(taken);
    }
    exports.give(y);
    data.set(row, y * stride);
  }
}
