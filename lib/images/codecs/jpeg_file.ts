import { AC_TABLES, DC_TABLES, type HuffmanTable, ZIGZAG } from "@/lib/images/codecs/jpeg_tables.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";
import {
  END_OF_IMAGE,
  findScanEnd,
  isBare,
  isStartOfFrame,
  PROGRESSIVE,
  START_OF_SCAN,
} from "@/lib/images/formats/jpeg.ts";

/** Light, or one colour. */
export interface JpegComponent {
  readonly id: number;
  /** Blocks in the smallest area that has some of each component. */
  readonly across: number;
  readonly down: number;
  /** Which quantiser it takes, and that one as it is when its first scan begins: row by row. */
  readonly quantiserSlot: number;
  quantiser: Uint16Array | undefined;
}

/** A component in a scan. */
export interface JpegMember {
  readonly index: number;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** A walk over the whole picture. */
export interface JpegScan {
  readonly members: readonly JpegMember[];
  /** Which coefficients a progressive scan brings, whether it is one bit more of them, and how many are left out. */
  readonly start: number;
  readonly end: number;
  readonly isRefined: boolean;
  readonly shift: number;
  readonly restartInterval: number;
  readonly data: Uint8Array;
}

/** What a file holds, before any of its codes is read. */
export interface JpegFile {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: readonly JpegComponent[];
  /** Whether these are light and differences from it, rather than red, green and blue. */
  readonly isYcc: boolean;
  readonly scans: readonly JpegScan[];
}

const HUFFMAN_TABLES = 0xc4, QUANTISERS = 0xdb, RESTART_INTERVAL = 0xdd, JFIF = 0xe0, ADOBE = 0xee;

/** The largest shift that leaves a bit of any coefficient. */
const MAX_SHIFT = 13;

/**
 * Reads all segments of a JPEG with one or three components.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When a segment is too short.
 */
export function parseJpeg(bytes: Uint8Array): JpegFile {
  const reader = new SegmentReader();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2;;) {
    while (view.getUint8(at) !== 0xff) at++;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    if (marker === END_OF_IMAGE) return reader.finish();
    if (isBare(marker)) continue;
    const end = at + view.getUint16(at);
    const content = bytes.subarray(at + 2, end);
    at = marker === START_OF_SCAN ? findScanEnd(bytes, end) : end;
    reader.read(marker, content, bytes.subarray(end, at));
  }
}

/** Takes one segment after the other; each may change what the next scan means. */
class SegmentReader {
  readonly #quantisers: (Uint16Array | undefined)[] = [];
  // Pictures out of Motion JPEG leave out the tables that everyone knows.
  readonly #dcTables: (HuffmanTable | undefined)[] = [...DC_TABLES];
  readonly #acTables: (HuffmanTable | undefined)[] = [...AC_TABLES];
  readonly #scans: JpegScan[] = [];
  #frame: Pick<JpegFile, "width" | "height" | "isProgressive" | "components"> | undefined;
  #restartInterval = 0;
  #hasJfif = false;
  #adobeTransform: number | undefined;

  read(marker: number, content: Uint8Array, data: Uint8Array): void {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    if (isStartOfFrame(marker)) this.#readFrame(marker, view);
    else if (marker === START_OF_SCAN) this.#readScan(view, data);
    else if (marker === HUFFMAN_TABLES) this.#readHuffmanTables(view);
    else if (marker === QUANTISERS) this.#readQuantisers(view);
    else if (marker === RESTART_INTERVAL) this.#restartInterval = view.getUint16(0);
    else if (marker === JFIF) this.#hasJfif ||= startsWith(content, "JFIF\0");
    else if (marker === ADOBE && startsWith(content, "Adobe")) this.#adobeTransform = content[11];
  }

  finish(): JpegFile {
    const frame = this.#frame;
    if (frame === undefined || frame.components.some(({ quantiser }) => quantiser === undefined)) {
      throw brokenImageError("part of its data is missing");
    }
    return { ...frame, isYcc: this.#isYcc(frame.components), scans: this.#scans };
  }

  #readFrame(marker: number, view: DataView): void {
    if (this.#frame !== undefined) throw brokenImageError("it holds more than one picture");
    const components = Array.from({ length: view.getUint8(5) }, (_, i) => readComponent(view, 6 + i * 3));
    if (components.length !== 1 && components.length !== 3) throw unsupportedFormatError("a JPEG with such colours");
    this.#frame = {
      width: view.getUint16(3),
      height: view.getUint16(1),
      isProgressive: marker === PROGRESSIVE,
      // One component alone needs no common area.
      components: components.length === 1 ? [{ ...components[0]!, across: 1, down: 1 }] : components,
    };
  }

  #readScan(view: DataView, data: Uint8Array): void {
    const components = this.#frame?.components ?? [];
    const count = view.getUint8(0);
    const members = Array.from({ length: count }, (_, i) => this.#readMember(view, 1 + i * 2));
    if (count === 0 || new Set(members.map(({ index }) => index)).size < count) throw damaged();
    for (const { index } of members) {
      const component = components[index]!;
      component.quantiser ??= this.#quantisers[component.quantiserSlot];
      if (component.quantiser === undefined) throw damaged();
    }
    const [start, end, shifts] = [0, 1, 2].map((i) => view.getUint8(1 + count * 2 + i)) as [number, number, number];
    const scan = { start, end, isRefined: shifts >> 4 !== 0, shift: shifts & 15, members, data };
    if (this.#frame!.isProgressive) assertPossible(scan, shifts >> 4);
    this.#scans.push({ ...scan, restartInterval: this.#restartInterval });
  }

  #readMember(view: DataView, at: number): JpegMember {
    const id = view.getUint8(at), tables = view.getUint8(at + 1);
    const index = this.#frame?.components.findIndex((component) => component.id === id) ?? -1;
    if (index < 0) throw damaged();
    return { index, dc: this.#dcTables[tables >> 4], ac: this.#acTables[tables & 15] };
  }

  #readHuffmanTables(view: DataView): void {
    for (let at = 0; at < view.byteLength;) {
      const name = view.getUint8(at++);
      if ((name & 15) > 3 || name >> 4 > 1) throw damaged();
      const counts = Array.from({ length: 16 }, () => view.getUint8(at++));
      const symbols = Array.from({ length: counts.reduce((sum, count) => sum + count) }, () => view.getUint8(at++));
      if (symbols.length > 256) throw damaged();
      (name >> 4 === 0 ? this.#dcTables : this.#acTables)[name & 15] = { counts, symbols };
    }
  }

  #readQuantisers(view: DataView): void {
    for (let at = 0; at < view.byteLength;) {
      const name = view.getUint8(at++), bytes = name >> 4 === 0 ? 1 : 2;
      if ((name & 15) > 3) throw damaged();
      const quantiser = new Uint16Array(64);
      for (const place of ZIGZAG) {
        quantiser[place] = bytes === 1 ? view.getUint8(at) : view.getUint16(at);
        at += bytes;
      }
      this.#quantisers[name & 15] = quantiser;
    }
  }

  /** Red, green and blue are an exception that Adobe's programs mark, and others by the components' names. */
  #isYcc(components: readonly JpegComponent[]): boolean {
    if (this.#hasJfif) return true;
    if (this.#adobeTransform !== undefined) return this.#adobeTransform !== 0;
    return String.fromCharCode(...components.map(({ id }) => id)) !== "RGB";
  }
}

function readComponent(view: DataView, at: number): JpegComponent {
  const sampling = view.getUint8(at + 1), across = sampling >> 4, down = sampling & 15;
  if (across === 0 || across > 4 || down === 0 || down > 4) throw damaged();
  return { id: view.getUint8(at), across, down, quantiserSlot: view.getUint8(at + 2), quantiser: undefined };
}

/** A progressive scan brings the means of any components, or other coefficients of one; bits come one at a time. */
function assertPossible({ start, end, shift, members }: Omit<JpegScan, "restartInterval">, lastShift: number): void {
  const isBand = start === 0 ? end === 0 : start <= end && end < 64 && members.length === 1;
  if (!isBand || shift > MAX_SHIFT || (lastShift !== 0 && lastShift !== shift + 1)) throw damaged();
}

function startsWith(content: Uint8Array, text: string): boolean {
  return String.fromCharCode(...content.subarray(0, text.length)) === text;
}

function damaged(): Error {
  return brokenImageError("its data is damaged");
}
