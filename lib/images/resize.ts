import { createPixels, type Pixels } from "@/lib/images/pixels.ts";
import type { Axis, ResizePlan } from "@/lib/images/resize_plan.ts";
import { type Instance, InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** Starts to resize the frames of a picture, which its decoder has shrunk as planned. */
export type Resizers = (plan: ResizePlan) => (frame: Pixels) => Pixels;

/** The exports of `wasm/resize.as.ts`. */
interface Exports extends Instance {
  begin(sourceWidth: number, targetWidth: number, taps: number): number;
  pushRow(): void;
  addRow(y: number, weight: number): void;
  pullRow(y: number): void;
}

/** The lobes of the Lanczos kernel on each side. */
const LOBES = 3;

/** What the weights of a pixel add up to in the module. */
const UNIT = 2 ** 14;

/** Creates resizers that run on the compiled module. `checkpoint` is called for each row, and may throw to give up. */
export function createResizers(module: WebAssembly.Module, checkpoint: () => void = () => {}): Resizers {
  const pool = InstancePool.fromModule<Exports>(module, checkpoint);
  return ({ width, height, x, y }) => {
    const columns = toWeights(x), rows = toWeights(y);
    return (source) => {
      const target = { ...source, ...createPixels(width, height) };
      pool.use((exports) => resizeRows(source, target, { rows, exports, row: beginRows(exports, x, columns) }));
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

function toWeights({ source, target, start, step }: Axis): Weights[] {
  return Array.from({ length: target }, (_, index) => {
    const centre = start + (index + 0.5) * step - 0.5, reach = LOBES * step;
    const first = Math.max(0, Math.ceil(centre - reach)), last = Math.min(source - 1, Math.floor(centre + reach));
    const values = Array.from({ length: last - first + 1 }, (_, tap) => lanczos((first + tap - centre) / step));
    const sum = values.reduce((total, value) => total + value);
    return { start: first, values: values.map((value) => value / sum) };
  });
}

function lanczos(x: number): number {
  const angle = Math.PI * x;
  if (Math.abs(x) >= LOBES) return 0;
  return x === 0 ? 1 : LOBES * Math.sin(angle) * Math.sin(angle / LOBES) / angle ** 2;
}

/** Passes the weights of columns to the module. Returns its row of pixels. */
function beginRows(exports: Exports, { source, target }: Axis, columns: readonly Weights[]): Uint8Array {
  // One more, because the module starts at even pixels, and a multiple of four.
  const taps = Math.ceil((Math.max(...columns.map(({ values }) => values.length)) + 1) / 4) * 4;
  const address = exports.begin(source, target, taps), { buffer } = exports.memory;
  const weights = new Int16Array(buffer, address, target * taps).fill(0), starts = address + weights.byteLength;
  new Int32Array(buffer, starts).set(columns.map(({ start }) => start & ~1));
  for (const [column, { start, values }] of columns.entries()) {
    let at = column * taps + (start & 1), sum = 0;
    for (const value of values) {
      // The sum is rounded instead of each weight, so that the weights of a very long row do not all become 0.
      const before = Math.round(sum * UNIT);
      weights[at++] = Math.round((sum += value) * UNIT) - before;
    }
  }
  return new Uint8Array(buffer, starts + 4 * target, 4 * source);
}

/** Resizes all rows with a module that has begun. */
function resizeRows(
  source: Pixels,
  target: Pixels,
  { exports, row, rows }: { exports: Exports; row: Uint8Array; rows: readonly Weights[] },
): void {
  const output = row.subarray(0, 4 * target.width);
  // The first row of the result that is not finished.
  let open = 0;
  for (let y = rows[0]!.start; open < rows.length; y++) {
    row.set(source.data.subarray(y * row.length, (y + 1) * row.length));
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
