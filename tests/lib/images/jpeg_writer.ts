import { AC_TABLES, createCodes, DC_TABLES } from "@/lib/images/codecs/jpeg_tables.ts";
import { createDice, type Dice } from "@/tests/fuzz/mutate.ts";

/** A component: its name, and how many blocks of it are in a unit. */
export interface WrittenComponent {
  readonly id: number;
  readonly across: number;
  readonly down: number;
}

/** What kind of JPEG to write. */
export interface WriteJpegOptions {
  readonly width: number;
  readonly height: number;
  readonly components: readonly WrittenComponent[];
  /** The components of each scan; without it one scan has all. */
  readonly scans?: readonly (readonly number[])[];
  /** Units from one restart marker to the next. */
  readonly restartInterval?: number;
  /** Segments before all others, whole. */
  readonly extra?: readonly number[];
  /** Whether quantisers have 16 bits. */
  readonly wideQuantisers?: boolean;
  /** Whether the tables of codes are left out, as they are the usual ones. */
  readonly leavesOutCodes?: boolean;
}

/** Light and two colours, of which light has so many blocks in a unit. */
export function toComponents(across: number, down: number, ids = [1, 2, 3]): WrittenComponent[] {
  return ids.map((id, i) => i === 0 ? { id, across, down } : { id, across: 1, down: 1 });
}

/**
 * Writes kinds of sequential JPEG that no program at hand makes, straight from the standard. Their blocks are dice: a
 * mean, and now and then other coefficients.
 */
export function writeJpeg(options: WriteJpegOptions): Uint8Array<ArrayBuffer> {
  const { width, height, components, restartInterval = 0, extra = [], wideQuantisers = false } = options;
  const scans = options.scans ?? [components.map((_, i) => i)];
  const steps = Array.from({ length: 64 }, (_, i) => 2 + (i >> 3));
  const codes = [
    ...toSegment(0xc4, [0, ...DC_TABLES[0]!.counts, ...DC_TABLES[0]!.symbols]),
    ...toSegment(0xc4, [0x10, ...AC_TABLES[0]!.counts, ...AC_TABLES[0]!.symbols]),
  ];
  const dice = createDice(1);
  return Uint8Array.from([
    ...[0xff, 0xd8, ...extra],
    ...toSegment(0xdb, wideQuantisers ? [0x10, ...steps.flatMap((step) => [0, step])] : [0, ...steps]),
    ...toSegment(0xc0, [
      8,
      ...toPair(height),
      ...toPair(width),
      components.length,
      ...components.flatMap(toFrameEntry),
    ]),
    ...(options.leavesOutCodes ? [] : codes),
    ...toSegment(0xdd, toPair(restartInterval)),
    ...scans.flatMap((scan) => [
      ...toSegment(0xda, [scan.length, ...scan.flatMap((i) => [components[i]!.id, 0]), 0, 63, 0]),
      ...toScan(options, scan, dice),
    ]),
    ...[0xff, 0xd9],
  ]);
}

/** Makes a segment. */
export function toSegment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...toPair(content.length + 2), ...content];
}

function toFrameEntry({ id, across, down }: WrittenComponent): number[] {
  return [id, (across << 4) | down, 0];
}

function toScan(
  { width, height, components, restartInterval = 0 }: WriteJpegOptions,
  scan: readonly number[],
  dice: Dice,
): number[] {
  const acrossMax = Math.max(...components.map(({ across }) => across));
  const downMax = Math.max(...components.map(({ down }) => down));
  const [first] = scan.map((i) => components[i]!);
  // A scan of one component has as many units as that has blocks.
  const isSingle = scan.length === 1;
  const blocks = isSingle ? [1] : scan.map((i) => components[i]!.across * components[i]!.down);
  const count = (size: number, own: number, max: number) =>
    isSingle ? Math.ceil(Math.ceil(size * own / max) / 8) : Math.ceil(size / (8 * max));
  const units = count(width, first!.across, acrossMax) * count(height, first!.down, downMax);
  const writer = new BitWriter();
  let means = scan.map(() => 0);
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval !== 0 && unit !== 0 && unit % restartInterval === 0) {
      writer.restart(unit / restartInterval - 1);
      means = scan.map(() => 0);
    }
    blocks.forEach((times, i) => {
      for (let j = 0; j < times; j++) means[i] = writer.block(means[i]!, dice);
    });
  }
  return writer.finish();
}

const DC_CODES = createCodes(DC_TABLES[0]!), AC_CODES = createCodes(AC_TABLES[0]!);

class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** Writes a block, and returns its mean. */
  block(lastMean: number, dice: Dice): number {
    const mean = dice(512) - 256;
    this.#number(DC_CODES, 0, mean - lastMean);
    let place = 0;
    while (dice(4) !== 0) {
      const zeros = dice(8) === 0 ? 16 + dice(20) : dice(6);
      if (place + zeros + 1 > 63) break;
      for (let i = 16; i <= zeros; i += 16) this.#code(AC_CODES[0xf0]!);
      this.#number(AC_CODES, (zeros % 16) << 4, (dice(2) === 0 ? 1 : -1) * (1 + dice(dice(5) === 0 ? 60 : 3)));
      place += zeros + 1;
    }
    if (place !== 63) this.#code(AC_CODES[0]!);
    return mean;
  }

  restart(index: number): void {
    this.finish();
    this.#bytes.push(0xff, 0xd0 + index % 8);
  }

  finish(): number[] {
    while (this.#count !== 0) this.#put(1, 1);
    return this.#bytes;
  }

  #number(codes: Uint32Array, run: number, value: number): void {
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    this.#code(codes[run | size]!);
    this.#put(value < 0 ? value + 2 ** size - 1 : value, size);
  }

  #code(entry: number): void {
    this.#put(entry >> 8, entry & 255);
  }

  #put(value: number, length: number): void {
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
