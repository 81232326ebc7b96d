import { startsWith, viewOf } from "../bytes.ts";
import { type HuffmanTable, ZIGZAG } from "./jpeg_tables.ts";
import type { JpegComponent, JpegFrame, JpegSegment } from "../formats/jpeg.ts";
import { EOI, isStartOfFrame, readJpegFrame, readJpegSegments, SOS } from "../formats/jpeg.ts";
import { assertFewParts, brokenImageError } from "../image_error.ts";

/** A component of the frame with what its scans define. */
export interface DecodedComponent extends JpegComponent {
  /** The quantization table that Tq selects when the first scan of the component begins, in row-major order. */
  quantization: Uint16Array | undefined;
  /** How many low bits of each coefficient a progressive image has not defined yet. */
  readonly missingBits: Uint8Array;
}

/** A component of a scan (ITU-T T.81, B.2.3), with the tables that are defined when the scan begins. */
export interface ScanComponent {
  /** Its index in the frame. */
  readonly index: number;
  readonly dcTable: HuffmanTable | undefined;
  readonly acTable: HuffmanTable | undefined;
}

/** A scan (B.2.3). */
export interface JpegScan {
  readonly components: readonly ScanComponent[];
  /** Ss, Se, whether Ah is not 0, and Al. Only progressive scans use them. */
  readonly spectralStart: number;
  readonly spectralEnd: number;
  readonly isRefinement: boolean;
  readonly pointTransform: number;
  /** Whether it only adds details to a progressive image: coefficients other than the mean of a block. */
  readonly isDetail: boolean;
  readonly restartInterval: number;
  /** The entropy-coded data. */
  readonly data: Uint8Array;
}

/** The parsed marker segments of a file. */
export interface JpegFile extends JpegFrame {
  readonly components: readonly DecodedComponent[];
  /** Whether the first three components are Y, Cb and Cr. Otherwise they are red, green and blue, or inks. */
  readonly isYcc: boolean;
  readonly scans: readonly JpegScan[];
  /** Whether the file ends without EOI. */
  readonly isCut: boolean;
  /** Whether a progressive image lacks scans. */
  readonly lacksScans: boolean;
}

const DHT = 0xc4, DQT = 0xdb, DRI = 0xdd, APP0 = 0xe0, APP14 = 0xee;

/**
 * The most pixels of all scans together: 16 scans of the largest image, while progressive files have about ten. Each
 * scan can cover the whole image, so without a limit a file of a few kilobytes could take minutes.
 */
const MAX_SCANNED_PIXELS = 400_000_000;

/** The most scans: an encoder that tries hard writes 20. They are counted before a pixel is decoded. */
const MAX_SCANS = 64;

/** The largest Al of T.81, table B.3. */
const MAX_POINT_TRANSFORM = 13;

/** The missing bits of a coefficient before its first scan. The DC coefficient must have the first (G.1.1.1). */
const UNDEFINED = 16;

/** The size of a Huffman table in which every byte is a symbol. */
const MAX_TABLE_BYTES = 16 + 256;

/**
 * Parses all marker segments of a JPEG.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function parseJpeg(bytes: Uint8Array): JpegFile {
  const parser = new SegmentParser();
  for (const segment of readJpegSegments(bytes)) parser.parse(segment);
  return parser.finish();
}

/** Parses segments in the order of the file, because each one can change what the next scan means. */
class SegmentParser {
  readonly #quantization: (Uint16Array | undefined)[] = [];
  readonly #huffman: (HuffmanTable | undefined)[][] = [[], []];
  readonly #scans: JpegScan[] = [];
  #frame: Pick<JpegFile, keyof JpegFrame> | undefined;
  #restartInterval = 0;
  #hasJfif = false;
  #hasEnd = false;
  #adobeTransform: number | undefined;

  parse({ marker, content, readScan }: JpegSegment): void {
    const view = viewOf(content);
    if (isStartOfFrame(marker)) this.#parseFrame(marker, content);
    else if (marker === SOS) this.#parseScan(view, readScan());
    else if (marker === DHT) this.#parseHuffmanTables(content);
    else if (marker === DQT) this.#parseQuantizationTables(view);
    else if (marker === EOI) this.#hasEnd = true;
    else if (marker === DRI) this.#restartInterval = view.getUint16(0);
    else if (marker === APP0) this.#hasJfif ||= startsWith(content, "JFIF\0");
    else if (marker === APP14 && startsWith(content, "Adobe")) this.#adobeTransform = content[11];
  }

  finish(): JpegFile {
    const frame = this.#frame;
    const isCut = !this.#hasEnd;
    if (frame === undefined || this.#scans.length === 0) throw brokenImageError("it contains no image");
    for (const component of frame.components) {
      // If the file is cut off before the first scan of a component, its coefficients are 0 and need no table.
      if (isCut) component.quantization ??= new Uint16Array(64);
      if (component.quantization === undefined) throw brokenImageError("part of its data is missing");
    }
    const lacksScans = frame.isProgressive &&
      frame.components.some(({ missingBits }) => missingBits.some((bits) => bits > 0));
    return { ...frame, isYcc: this.#isYcc(frame.components), scans: this.#scans, isCut, lacksScans };
  }

  #parseFrame(marker: number, content: Uint8Array): void {
    if (this.#frame !== undefined) throw brokenImageError("it has more than one frame header");
    const frame = readJpegFrame(marker, content);
    // The only component of a frame is never interleaved, so its sampling factors have no effect.
    const sampling = frame.components.length === 1 ? { h: 1, v: 1 } : {};
    const components = frame.components.map((component) => {
      return { ...component, ...sampling, quantization: undefined, missingBits: new Uint8Array(64).fill(UNDEFINED) };
    });
    this.#frame = { ...frame, components };
  }

  #parseScan(view: DataView, data: Uint8Array): void {
    const frame = this.#frame;
    const count = view.getUint8(0);
    if (frame === undefined || count === 0) throw brokenImageError();
    const scans = this.#scans.length + 1;
    const pixels = frame.width * frame.height;
    const maxScans = Math.max(1, Math.min(MAX_SCANS, Math.floor(MAX_SCANNED_PIXELS / pixels)));
    assertFewParts(scans, "scans", maxScans);
    const isTaken: boolean[] = [];
    const components = Array.from({ length: count }, (_, i): ScanComponent => {
      const id = view.getUint8(1 + i * 2);
      const tables = view.getUint8(2 + i * 2);
      // Some files have the same id for all components.
      const index = frame.components.findIndex((component, j) => component.id === id && !isTaken[j]);
      isTaken[index] = true;
      return { index, dcTable: this.#huffman[0]![tables >> 4], acTable: this.#huffman[1]![tables & 15] };
    });
    for (const { index } of components) {
      const component = frame.components[index];
      if (component !== undefined) component.quantization ??= this.#quantization[component.quantizationSlot];
      if (component?.quantization === undefined) throw brokenImageError();
    }
    const at = 1 + count * 2;
    const spectralStart = view.getUint8(at), approximation = view.getUint8(at + 2);
    const scan: JpegScan = {
      components,
      spectralStart,
      spectralEnd: view.getUint8(at + 1),
      isRefinement: approximation >> 4 !== 0,
      pointTransform: approximation & 15,
      isDetail: frame.isProgressive && spectralStart > 0,
      restartInterval: this.#restartInterval,
      data,
    };
    if (frame.isProgressive) assertProgressive(scan, approximation >> 4);
    for (const { index } of components) {
      const { missingBits } = frame.components[index]!;
      if (scan.isDetail && missingBits[0] === UNDEFINED) throw brokenImageError("its scans are out of order");
      missingBits.fill(scan.pointTransform, scan.spectralStart, scan.spectralEnd + 1);
    }
    this.#scans.push(scan);
  }

  #parseHuffmanTables(content: Uint8Array): void {
    for (let at = 0; at < content.length;) {
      const target = content[at]!;
      const start = at + 1;
      const end = content.subarray(start, start + 16).reduce((sum, count) => sum + count, start + 16);
      const isValid = (target & 15) <= 3 && target >> 4 <= 1 && end - start <= MAX_TABLE_BYTES && end <= content.length;
      if (!isValid) throw brokenImageError();
      this.#huffman[target >> 4]![target & 15] = content.subarray(start, end);
      at = end;
    }
  }

  #parseQuantizationTables(view: DataView): void {
    for (let at = 0; at < view.byteLength;) {
      const target = view.getUint8(at++);
      const bytes = target >> 4 === 0 ? 1 : 2;
      if ((target & 15) > 3) throw brokenImageError();
      const table = new Uint16Array(64);
      this.#quantization[target & 15] = table;
      for (const position of ZIGZAG) {
        table[position] = bytes === 1 ? view.getUint8(at) : view.getUint16(at);
        at += bytes;
      }
    }
  }

  /** Returns false for CMYK and RGB, which are rare: Adobe's programs use APP14, others the component ids. */
  #isYcc(components: readonly JpegComponent[]): boolean {
    if (components.length === 4) return this.#adobeTransform === 2;
    if (this.#hasJfif) return true;
    if (this.#adobeTransform !== undefined) return this.#adobeTransform !== 0;
    return String.fromCharCode(...components.map(({ id }) => id)) !== "RGB";
  }
}

/** A progressive scan has DC coefficients only, or a band of AC coefficients of one component (G.1.1.1). */
function assertProgressive({ spectralStart, spectralEnd, pointTransform, components }: JpegScan, ah: number): void {
  const isBand = spectralStart === 0
    ? spectralEnd === 0
    : spectralStart <= spectralEnd && spectralEnd < 64 && components.length === 1;
  // A refinement adds exactly one bit.
  const isNextBit = ah === 0 || ah === pointTransform + 1;
  if (!isBand || !isNextBit || pointTransform > MAX_POINT_TRANSFORM) throw brokenImageError();
}
