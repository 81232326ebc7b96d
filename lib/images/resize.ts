import { createPixels, type Pixels, type Size } from "./pixels.ts";
import type { Axis, ResizePlan } from "./resize_plan.ts";
import { type Instance, InstancePool } from "./wasm/instance_pool.ts";

/** Starts to resize the frames of a picture, which its decoder has shrunk as planned. */
export type ResizerFactory = (plan: ResizePlan) => (frame: Pixels) => Pixels;

/** The exports of `wasm/resize.as.ts`. */
interface Exports extends Instance {
  begin(sourceWidth: number, boxWidth: number, targetWidth: number, columnTaps: number, rowTaps: number): number;
  pushPair(y: number): void;
  addRows(rows: number, areFirst: boolean): void;
  pushBoxes(y: number, rows: number): void;
  pullRow(first: number, count: number): void;
}

/** The lobes of the Lanczos kernel on each side. */
const LOBES = 3;

/** What the weights of a pixel add up to. */
const UNIT = 2 ** 14;

/** The largest side of a box: the sums of its samples have 32 bits. */
const MAX_BOX_SIDE = 256;

/** Creates resizers that run on the compiled module. */
export function createResizerFactory(module: WebAssembly.Module): ResizerFactory {
  const pool = InstancePool.fromModule<Exports>(module);
  return ({ width, height, x, y }) => {
    const boxes = toBoxes(x, y);
    const columns = toWeights(x, boxes.width), rows = toWeights(y, boxes.height);
    return (source) => {
      const target = { ...source, ...createPixels(width, height) };
      pool.use((exports) => resizePixels(exports, source, { target, boxes, columns, rows }));
      pool.release();
      return target;
    };
  };
}

/**
 * Returns how many pixels are replaced by their mean before all else. As in libvips, what is left to resize is a factor
 * of 2 or more, so that these boxes are not visible.
 */
function toBoxes(x: Axis, y: Axis): Size {
  const toSide = ({ step }: Axis) => Math.min(Math.max(Math.floor(step / 2), 1), MAX_BOX_SIDE);
  return { width: toSide(x), height: toSide(y) };
}

/** The boxes that the pixels of the result consist of, in one direction. */
interface Weights {
  /** For each pixel of the result the first box, an even one, and that after the last. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many weights a pixel of the result has, some of them 0: a multiple of four. */
  readonly taps: number;
  readonly values: Int16Array<ArrayBuffer>;
}

function toWeights(axis: Axis, boxSide: number): Weights {
  const source = Math.ceil(axis.source / boxSide), start = axis.start / boxSide, step = axis.step / boxSide;
  const { target } = axis;
  const reach = LOBES * step;
  const taps = Math.ceil((Math.min(2 * reach + 1, source) + 1) / 4) * 4;
  const starts = new Int32Array(target), ends = new Int32Array(target);
  const values = new Int16Array(target * taps);
  const weights = new Float64Array(taps);
  for (let i = 0; i < target; i++) {
    const centre = start + (i + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach)), end = Math.min(source, Math.floor(centre + reach) + 1);
    starts[i] = first & ~1;
    ends[i] = end;
    let total = 0;
    for (let box = first; box < end; box++) {
      // The last box may have fewer pixels.
      const share = Math.min(axis.source / boxSide - box, 1);
      total += weights[box - first] = share * lanczos((box - centre) / step);
    }
    roundWeights(weights.subarray(0, end - first), UNIT / total, values.subarray(i * taps + (first & 1)));
  }
  return { starts, ends, taps, values };
}

/** The sum is rounded instead of each weight, so that the weights of a very long row do not all become 0. */
function roundWeights(weights: Float64Array, unit: number, values: Int16Array): void {
  let sum = 0, rounded = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i]!;
    values[i] = Math.round(sum * unit) - rounded;
    rounded += values[i]!;
  }
}

function lanczos(x: number): number {
  const angle = Math.PI * x;
  if (Math.abs(x) >= LOBES) return 0;
  return x === 0 ? 1 : LOBES * Math.sin(angle) * Math.sin(angle / LOBES) / angle ** 2;
}

/** What becomes of a picture. */
interface Resizing {
  readonly target: Pixels;
  readonly boxes: Size;
  readonly columns: Weights;
  readonly rows: Weights;
}

function resizePixels(exports: Exports, source: Pixels, { target, boxes, columns, rows }: Resizing): void {
  const { width, height, data } = source;
  const address = exports.begin(width, boxes.width, target.width, columns.taps, rows.taps);
  const { buffer } = exports.memory;
  const starts = address + columns.values.byteLength;
  const rowWeights = starts + columns.starts.byteLength;
  const pixels = rowWeights + 2 * rows.taps;
  new Int16Array(buffer, address).set(columns.values);
  new Int32Array(buffer, starts).set(columns.starts);
  const weights = new Int16Array(buffer, rowWeights, rows.taps);
  const input = new Uint8Array(buffer, pixels, 8 * width);
  const output = new Uint8Array(buffer, pixels, 4 * target.width);
  const readRows = (top: number, end: number) => input.set(data.subarray(4 * width * top, 4 * width * end));
  const pushBoxes = (y: number) => {
    const top = y * boxes.height, bottom = Math.min(top + boxes.height, height);
    for (let row = top; row < bottom; row += 2) {
      const end = Math.min(row + 2, bottom);
      readRows(row, end);
      exports.addRows(end - row, row === top);
    }
    if (top < bottom) exports.pushBoxes(y, bottom - top);
  };
  const hasBoxes = boxes.width > 1 || boxes.height > 1;
  let pushed = rows.starts[0]!;
  for (let y = 0; y < target.height; y++) {
    const first = rows.starts[y]!, end = rows.ends[y]!;
    for (; pushed < end; pushed += 2) {
      if (hasBoxes) [pushed, pushed + 1].forEach(pushBoxes);
      else {
        readRows(pushed, pushed + 2);
        exports.pushPair(pushed / 2);
      }
    }
    weights.set(rows.values.subarray(y * rows.taps, (y + 1) * rows.taps));
    exports.pullRow(first / 2, Math.ceil((end - first) / 2));
    target.data.set(output, y * output.length);
  }
}
