import type { Shrink } from "@/lib/images/codecs/codec.ts";
import { createPixels, type Pixels } from "@/lib/images/pixels.ts";
import type { Axis, ResizePlan } from "@/lib/images/resize_plan.ts";
import { type Instance, InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Resizes the frames of one picture, which may have been shrunk already. */
export type Resize = (pixels: Pixels) => Pixels;

/** The exports of `wasm/resize.as.ts`. */
interface Exports extends Instance {
  begin(sourceWidth: number, targetWidth: number, taps: number): number;
  pushRow(): void;
  addRow(y: number, weight: number): void;
  pullRow(y: number): void;
}

/** The lobes of the Lanczos kernel on each side. */
const LOBES = 3;

/** The sum of the weights of a pixel in the module, horizontally. */
const UNIT = 2 ** 14;

/** Creates resizers that run on the compiled module. `checkpoint` is called for each row, and may throw to give up. */
export function createResizers(
  module: WebAssembly.Module,
  checkpoint: () => void = () => {},
): (plan: ResizePlan, shrink: Shrink) => Resize {
  const pool = InstancePool.fromModule<Exports>(module, checkpoint);
  return ({ width, height, x, y }, shrink) => {
    let weights: readonly [Columns, readonly Weights[]] | undefined;
    return (source) => {
      weights ??= [
        toColumns(toWeights({ ...x, target: width, source: source.width, shrink })),
        toWeights({ ...y, target: height, source: source.height, shrink }),
      ];
      const [columns, rows] = weights, target = { ...source, ...createPixels(width, height) };
      pool.use((exports) => resizePixels(exports, source, target, columns, rows));
      pool.release();
      return target;
    };
  };
}

/** The pixels of the source that one of the result consists of, in one direction: the first one, and all weights. */
interface Weights {
  readonly start: number;
  readonly values: readonly number[];
}

/** The number of pixels of both pictures in one direction. */
interface WeightOptions extends Axis {
  readonly target: number;
  readonly source: number;
  readonly shrink: Shrink;
}

function toWeights({ start, step, target, source, shrink }: WeightOptions): Weights[] {
  const scale = step / shrink, reach = LOBES * scale;
  return Array.from({ length: target }, (_, index) => {
    const centre = (start + (index + 0.5) * step) / shrink - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach)), last = Math.min(source - 1, Math.floor(centre + reach));
    const values = Array.from({ length: last - first + 1 }, (_, tap) => lanczos((first + tap - centre) / scale));
    const sum = values.reduce((total, value) => total + value);
    return { start: first, values: values.map((value) => value / sum) };
  });
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  const angle = Math.PI * x;
  return Math.abs(x) < LOBES ? LOBES * Math.sin(angle) * Math.sin(angle / LOBES) / angle ** 2 : 0;
}

/** Weights as the module needs them. */
interface Columns {
  readonly taps: number;
  readonly starts: Int32Array;
  readonly values: Int16Array;
}

function toColumns(weights: readonly Weights[]): Columns {
  // One more, because the module starts at even pixels, and a multiple of four.
  const taps = Math.ceil((Math.max(...weights.map(({ values }) => values.length)) + 1) / 4) * 4;
  const columns = { taps, starts: new Int32Array(weights.length), values: new Int16Array(weights.length * taps) };
  for (const [index, { start, values }] of weights.entries()) {
    columns.starts[index] = start & ~1;
    let sum = 0;
    for (const [tap, value] of values.entries()) {
      // The sum is rounded instead of each weight, so that the weights of a very long row do not all become 0.
      const before = Math.round(sum * UNIT);
      sum += value;
      columns.values[index * taps + (start & 1) + tap] = Math.round(sum * UNIT) - before;
    }
  }
  return columns;
}

function resizePixels(
  exports: Exports,
  source: Pixels,
  target: Pixels,
  columns: Columns,
  rows: readonly Weights[],
): void {
  const address = exports.begin(source.width, target.width, columns.taps), { buffer } = exports.memory;
  const starts = address + columns.values.byteLength, pixels = starts + columns.starts.byteLength;
  new Int16Array(buffer, address).set(columns.values);
  new Int32Array(buffer, starts).set(columns.starts);
  const input = new Uint8Array(buffer, pixels, 4 * source.width), output = input.subarray(0, 4 * target.width);
  // The first row of the result that is not finished.
  let open = 0;
  for (let y = rows[0]!.start; open < rows.length; y++) {
    input.set(source.data.subarray(y * input.length, (y + 1) * input.length));
    exports.pushRow();
    for (let i = open; i < rows.length && rows[i]!.start <= y; i++) {
      exports.addRow(i, rows[i]!.values[y - rows[i]!.start]!);
    }
    for (; open < rows.length && rows[open]!.start + rows[open]!.values.length === y + 1; open++) {
      exports.pullRow(open);
      target.data.set(output, open * output.length);
    }
  }
}
