import { createPixels, type Pixels } from "./pixels.ts";
import type { Axis, ResizePlan } from "./resize_plan.ts";
import { type Instance, InstancePool } from "./wasm/instance_pool.ts";

/** Starts to resize the frames of a picture, which its decoder has shrunk as planned. */
export type ResizerFactory = (plan: ResizePlan) => (frame: Pixels) => Pixels;

/** The exports of `wasm/resize.as.ts`. */
interface Exports extends Instance {
  begin(sourceWidth: number, targetWidth: number, taps: number): number;
  pushRows(): void;
  addRows(y: number, pair: number): void;
  pullRow(y: number): void;
}

/** The lobes of the Lanczos kernel on each side. */
const LOBES = 3;

/** What the weights of a pixel add up to. */
const UNIT = 2 ** 14;

/** Creates resizers that run on the compiled module. `checkpoint` is called for each row, and may throw to give up. */
export function createResizerFactory(module: WebAssembly.Module, checkpoint: () => void = () => {}): ResizerFactory {
  const pool = InstancePool.fromModule<Exports>(module, checkpoint);
  return ({ width, height, x, y }) => {
    const columns = toWeights(x), rows = toWeights(y);
    return (source) => {
      const target = { ...source, ...createPixels(width, height) };
      pool.use((exports) => resizePixels(exports, source, { target, columns, rows }));
      pool.release();
      return target;
    };
  };
}

/** The pixels of the source that those of the result consist of, in one direction. */
interface Weights {
  /** For each pixel of the result the first pixel of the source, an even one, and that after the last. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many weights a pixel of the result has, some of them 0: an even number. */
  readonly taps: number;
  readonly values: Int16Array<ArrayBuffer>;
}

function toWeights({ source, target, start, step }: Axis): Weights {
  const reach = LOBES * step;
  const taps = Math.ceil((Math.min(2 * reach + 1, source) + 1) / 2) * 2;
  const starts = new Int32Array(target), ends = new Int32Array(target);
  const values = new Int16Array(target * taps);
  for (let i = 0; i < target; i++) {
    const centre = start + (i + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach)), end = Math.min(source, Math.floor(centre + reach) + 1);
    const weights = Array.from({ length: end - first }, (_, tap) => lanczos((first + tap - centre) / step));
    const unit = UNIT / weights.reduce((total, weight) => total + weight);
    starts[i] = first & ~1;
    ends[i] = end;
    let at = i * taps + (first & 1);
    let sum = 0;
    for (const weight of weights) {
      // The sum is rounded instead of each weight, so that the weights of a very long row do not all become 0.
      const before = Math.round(sum * unit);
      sum += weight;
      values[at++] = Math.round(sum * unit) - before;
    }
  }
  return { starts, ends, taps, values };
}

function lanczos(x: number): number {
  const angle = Math.PI * x;
  if (Math.abs(x) >= LOBES) return 0;
  return x === 0 ? 1 : LOBES * Math.sin(angle) * Math.sin(angle / LOBES) / angle ** 2;
}

function resizePixels(
  exports: Exports,
  { width, data }: Pixels,
  { target, columns, rows }: { target: Pixels; columns: Weights; rows: Weights },
): void {
  const address = exports.begin(width, target.width, columns.taps);
  const { buffer } = exports.memory;
  const starts = address + columns.values.byteLength;
  const pixels = starts + columns.starts.byteLength;
  new Int16Array(buffer, address).set(columns.values);
  new Int32Array(buffer, starts).set(columns.starts);
  const input = new Uint8Array(buffer, pixels, 8 * width);
  const output = input.subarray(0, 4 * target.width);
  const pairs = new Int32Array(rows.values.buffer);
  // The first row of the result that is not finished.
  let open = 0;
  for (let y = rows.starts[0]!; open < target.height; y += 2) {
    input.set(data.subarray(4 * width * y, 4 * width * (y + 2)));
    exports.pushRows();
    for (let i = open; i < target.height && rows.starts[i]! <= y; i++) {
      if (rows.ends[i]! > y) exports.addRows(i, pairs[(i * rows.taps + y - rows.starts[i]!) / 2]!);
    }
    for (; open < target.height && rows.ends[open]! <= y + 2; open++) {
      exports.pullRow(open);
      target.data.set(output, open * output.length);
    }
  }
}
