import { type JpegFile, type JpegScan, parseJpeg } from "@/lib/images/codecs/jpeg_file.ts";
import type { HuffmanTable } from "@/lib/images/codecs/jpeg_tables.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";
import { createPixels, type Pixels } from "@/lib/images/picture.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** What `wasm/jpeg_decoder.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(width: number, height: number, across: number, down: number): void;
  addComponent(across: number, down: number): number;
  reserve(scanBytes: number, isStored: boolean, isYcc: boolean): number;
  outputAddress(): number;
  descriptionAddress(): number;
  makeTable(slot: number, kind: number): number;
  startScan(length: number, restartInterval: number): void;
  addToScan(index: number, dc: number, ac: number): void;
  readScan(): number;
  readProgressiveScan(start: number, end: number, isRefined: boolean, shift: number): number;
  nextRows(): number;
}

/** Unpacks a JPEG with one or three components; throws an `ImageError` when it cannot. */
export type JpegDecoder = (bytes: Uint8Array) => Pixels;

/** The kinds of tables. */
const DC = 0, AC = 1, PROGRESSIVE_AC = 2;

/** Where the AC tables of a scan begin; as many members can come before. */
const FIRST_AC_SLOT = 4;

/** Creates the instance pool of the decoder. */
export function createJpegDecoderPool(module: WebAssembly.Module): InstancePool<JpegDecoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (bytes) => decode(exports, parseJpeg(bytes)));
}

function decode(exports: Exports, file: JpegFile): Pixels {
  const [first] = file.scans;
  const isStored = file.isProgressive || first?.members.length !== file.components.length;
  const scans = isStored ? file.scans : file.scans.slice(0, 1);
  const address = prepare(exports, file, isStored);
  const memory = new Uint8Array(exports.memory.buffer);
  for (const scan of scans) {
    memory.set(scan.data, address);
    makeTables(exports, memory, scan, file.isProgressive);
    exports.startScan(scan.data.length, scan.restartInterval);
    scan.members.forEach(({ index }, i) => exports.addToScan(index, i, FIRST_AC_SLOT + i));
    if (isStored) assertValidRequest(readScan(exports, scan, file.isProgressive));
  }
  return readPixels(exports, memory, file);
}

/** Makes room, and returns where scans are handed in. */
function prepare(exports: Exports, { width, height, components, scans, isYcc }: JpegFile, isStored: boolean): number {
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  if (components.some((component) => across % component.across !== 0 || down % component.down !== 0)) {
    throw unsupportedFormatError("a JPEG with such a sampling of colours");
  }
  exports.begin(width, height, across, down);
  const quantisers = components.map((component) => exports.addComponent(component.across, component.down));
  const address = exports.reserve(Math.max(...scans.map(({ data }) => data.length)), isStored, isYcc);
  components.forEach(({ quantiser }, i) => {
    new Uint16Array(exports.memory.buffer, quantisers[i]!, 64).set(quantiser!);
  });
  return address;
}

function makeTables(
  exports: Exports,
  memory: Uint8Array,
  { members, start, isRefined }: JpegScan,
  isProgressive: boolean,
): void {
  const make = (table: HuffmanTable | undefined, slot: number, kind: number) => {
    if (table === undefined) throw brokenImageError("its codes are missing");
    const address = exports.descriptionAddress();
    memory.set(table.counts, address);
    memory.set(table.symbols, address + table.counts.length);
    assertValidRequest(exports.makeTable(slot, kind));
  };
  members.forEach(({ dc, ac }, i) => {
    if (!isProgressive || (start === 0 && !isRefined)) make(dc, i, DC);
    if (!isProgressive) make(ac, FIRST_AC_SLOT + i, AC);
    else if (start > 0) make(ac, FIRST_AC_SLOT + i, PROGRESSIVE_AC);
  });
}

function readScan(exports: Exports, { start, end, isRefined, shift }: JpegScan, isProgressive: boolean): number {
  return isProgressive ? exports.readProgressiveScan(start, end, isRefined, shift) : exports.readScan();
}

function readPixels(exports: Exports, memory: Uint8Array, { width, height }: JpegFile): Pixels {
  const pixels = createPixels(width, height);
  const output = exports.outputAddress();
  for (let y = 0; y < height;) {
    const rows = exports.nextRows();
    assertValidRequest(rows > 0);
    pixels.data.set(memory.subarray(output, output + rows * width * 4), y * width * 4);
    y += rows;
  }
  return { ...pixels, isOpaque: true };
}

function assertValidRequest(isSound: number | boolean): void {
  if (!isSound) throw brokenImageError("its data is damaged");
}
