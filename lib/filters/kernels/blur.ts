import { isOpaque, type Pixels } from "@/lib/filters/picture.ts";

/** Blurs pixels in place. */
export type Blur = (pixels: Pixels, radius: number) => void;

/** Two rounds of a box come close to a bell curve; one shows its square shape. */
const ROUNDS = 2;

/** Memory kept between pictures. What a larger one took is given back, as WebAssembly memory never shrinks. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** What `wasm/blur.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(width: number, height: number, radius: number, sampleBytes: number): number;
  rowAddress(): number;
  blurOpaque(width: number, height: number, radius: number): void;
  blurPremultiplied(width: number, height: number, radius: number): void;
  premultiplyRow(y: number, width: number): void;
  unpremultiplyRow(y: number, width: number): void;
}

/** Makes a blur that runs on the compiled module. */
export function createBlur(module: WebAssembly.Module): Blur {
  let kept: Exports | undefined;
  return (pixels, radius) => {
    const exports = kept ?? new WebAssembly.Instance(module).exports as unknown as Exports;
    // Forgotten while it works, so that an instance that threw is not used again.
    kept = undefined;
    (isOpaque(pixels) ? blurOpaque : blurTransparent)(exports, pixels, radius);
    if (exports.memory.buffer.byteLength <= MAX_KEPT_BYTES) kept = exports;
  };
}

function blurOpaque(exports: Exports, { width, height, data }: Pixels, radius: number): void {
  const address = exports.reserve(width, height, radius, 1);
  const picture = new Uint8Array(exports.memory.buffer, address, data.length);
  picture.set(data);
  for (let i = 0; i < ROUNDS; i++) exports.blurOpaque(width, height, radius);
  data.set(picture);
}

/** Colours count by their alpha here, so that the colour hidden in transparent pixels does not bleed into visible ones. */
function blurTransparent(exports: Exports, { width, height, data }: Pixels, radius: number): void {
  exports.reserve(width, height, radius, 2);
  const stride = width * 4;
  const row = new Uint8Array(exports.memory.buffer, exports.rowAddress(), stride);
  for (let y = 0; y < height; y++) {
    row.set(data.subarray(y * stride, (y + 1) * stride));
    exports.premultiplyRow(y, width);
  }
  for (let i = 0; i < ROUNDS; i++) exports.blurPremultiplied(width, height, radius);
  for (let y = 0; y < height; y++) {
    exports.unpremultiplyRow(y, width);
    data.set(row, y * stride);
  }
}
