import { createKeeper, type Keeper } from "@/lib/filters/codecs/keeper.ts";
import { brokenImage } from "@/lib/filters/formats/header.ts";

/** What `wasm/png.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(rowBytes: number): number;
  undo(filter: number, rowBytes: number, pixelBytes: number): number;
}

/** Undoes the filter of each row, in place, and closes the gaps where the filters' names stood. */
export type Unfilter = (rows: Uint8Array, rowBytes: number, pixelBytes: number) => Uint8Array;

/** The last filter there is. */
const MAX_FILTER = 4;

/** Makes a keeper for the function; it throws an `ApiError` `broken_image` on an unknown filter. */
export function createUnfilterKeeper(module: WebAssembly.Module): Keeper<Unfilter> {
  return createKeeper(() => {
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    return { codec: (...args) => unfilter(exports, ...args), memory: exports.memory };
  });
}

function unfilter(exports: Exports, rows: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const row = exports.begin(rowBytes);
  const memory = new Uint8Array(exports.memory.buffer);
  for (let from = 0, to = 0; from < rows.length; from += rowBytes + 1, to += rowBytes) {
    const filter = rows[from]!;
    if (filter > MAX_FILTER) throw brokenImage("it has an unknown filter");
    memory.set(rows.subarray(from + 1, from + 1 + rowBytes), row);
    const done = exports.undo(filter, rowBytes, pixelBytes);
    rows.set(memory.subarray(done, done + rowBytes), to);
  }
  return rows;
}
