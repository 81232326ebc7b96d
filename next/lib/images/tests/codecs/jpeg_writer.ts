import { AC_TABLES, createCodes, DC_TABLES } from "../../codecs/jpeg_tables.ts";
import { createDice, type Dice } from "../mutate.ts";

/** A component of the frame: its id and its sampling factors. */
export interface WrittenComponent {
  readonly id: number;
  readonly h: number;
  readonly v: number;
}

/** What kind of JPEG to write. */
export interface WriteJpegOptions {
  readonly width: number;
  readonly height: number;
  readonly components: readonly WrittenComponent[];
  /** The indices of the components of each scan; the default is one scan of all components. */
  readonly scans?: readonly (readonly number[])[];
  /** MCUs between two restart markers. */
  readonly restartInterval?: number;
  /** Complete segments that come before all others. */
  readonly extra?: readonly number[];
  /** Whether the quantization table has 16 bits per value. */
  readonly hasWideQuantization?: boolean;
  /** Whether the Huffman tables are omitted, which means those of Annex K. */
  readonly omitsHuffmanTables?: boolean;
}

/** Returns luma with these sampling factors, and two chroma components without subsampling. */
export function toComponents(h: number, v: number, ids = [1, 2, 3]): WrittenComponent[] {
  return ids.map((id, i) => i === 0 ? { id, h, v } : { id, h: 1, v: 1 });
}

/**
 * Writes kinds of sequential JPEG that no available program writes, straight from ITU-T T.81. The blocks are random: a
 * DC coefficient and some AC coefficients.
 */
export function writeJpeg(options: WriteJpegOptions): Uint8Array<ArrayBuffer> {
  const { width, height, components, restartInterval = 0, extra = [], hasWideQuantization = false } = options;
  const scans = options.scans ?? [components.map((_, i) => i)];
  const steps = Array.from({ length: 64 }, (_, i) => 2 + (i >> 3));
  const huffmanTables = [
    ...toSegment(0xc4, [0, ...Array.from(DC_TABLES[0]!)]),
    ...toSegment(0xc4, [0x10, ...Array.from(AC_TABLES[0]!)]),
  ];
  const dice = createDice(1);
  return Uint8Array.from([
    ...[0xff, 0xd8, ...extra],
    ...toSegment(0xdb, hasWideQuantization ? [0x10, ...steps.flatMap((step) => [0, step])] : [0, ...steps]),
    ...toSegment(0xc0, [
      8,
      ...toPair(height),
      ...toPair(width),
      components.length,
      ...components.flatMap(toFrameEntry),
    ]),
    ...(options.omitsHuffmanTables ? [] : huffmanTables),
    ...toSegment(0xdd, toPair(restartInterval)),
    ...scans.flatMap((scan) => [
      ...toSegment(0xda, [scan.length, ...scan.flatMap((i) => [components[i]!.id, 0]), 0, 63, 0]),
      ...toScan(options, scan, dice),
    ]),
    ...[0xff, 0xd9],
  ]);
}

/** Returns a marker segment. */
export function toSegment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...toPair(content.length + 2), ...content];
}

function toFrameEntry({ id, h, v }: WrittenComponent): number[] {
  return [id, (h << 4) | v, 0];
}

function toScan(
  { width, height, components, restartInterval = 0 }: WriteJpegOptions,
  scan: readonly number[],
  dice: Dice,
): number[] {
  const hMax = Math.max(...components.map(({ h }) => h));
  const vMax = Math.max(...components.map(({ v }) => v));
  const [first] = scan.map((i) => components[i]!);
  // In a scan of one component an MCU is one block.
  const isSingle = scan.length === 1;
  const blocks = isSingle ? [1] : scan.map((i) => components[i]!.h * components[i]!.v);
  const count = (size: number, own: number, max: number) =>
    isSingle ? Math.ceil(Math.ceil(size * own / max) / 8) : Math.ceil(size / (8 * max));
  const mcus = count(width, first!.h, hMax) * count(height, first!.v, vMax);
  const writer = new BitWriter();
  let predictions = scan.map(() => 0);
  for (let mcu = 0; mcu < mcus; mcu++) {
    if (restartInterval !== 0 && mcu !== 0 && mcu % restartInterval === 0) {
      writer.restart(mcu / restartInterval - 1);
      predictions = scan.map(() => 0);
    }
    blocks.forEach((times, i) => {
      for (let j = 0; j < times; j++) predictions[i] = writer.writeBlock(predictions[i]!, dice);
    });
  }
  return writer.finish();
}

const DC_CODES = createCodes(DC_TABLES[0]!), AC_CODES = createCodes(AC_TABLES[0]!);

class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** Writes a block and returns its DC coefficient. */
  writeBlock(prediction: number, dice: Dice): number {
    const dc = dice(512) - 256;
    this.#writeValue(DC_CODES, 0, dc - prediction);
    let k = 0;
    while (dice(4) !== 0) {
      const run = dice(8) === 0 ? 16 + dice(20) : dice(6);
      if (k + run + 1 > 63) break;
      for (let i = 16; i <= run; i += 16) this.#writeCode(AC_CODES[0xf0]!);
      this.#writeValue(AC_CODES, (run % 16) << 4, (dice(2) === 0 ? 1 : -1) * (1 + dice(dice(5) === 0 ? 60 : 3)));
      k += run + 1;
    }
    if (k !== 63) this.#writeCode(AC_CODES[0]!);
    return dc;
  }

  restart(index: number): void {
    this.finish();
    this.#bytes.push(0xff, 0xd0 + index % 8);
  }

  finish(): number[] {
    while (this.#count !== 0) this.#writeBits(1, 1);
    return this.#bytes;
  }

  #writeValue(codes: Uint32Array, run: number, value: number): void {
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    this.#writeCode(codes[run | size]!);
    this.#writeBits(value < 0 ? value + 2 ** size - 1 : value, size);
  }

  #writeCode(entry: number): void {
    this.#writeBits(entry >> 8, entry & 255);
  }

  #writeBits(value: number, length: number): void {
    for (let i = length - 1; i >= 0; i--) {
      this.#bits = (this.#bits << 1) | ((value >> i) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#bits);
      if (this.#bits === 0xff) this.#bytes.push(0);
      this.#bits = this.#count = 0;
    }
  }
}

function toPair(value: number): number[] {
  return [value >> 8, value & 255];
}
