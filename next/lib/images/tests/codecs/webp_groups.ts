import { toRiffChunk } from "../../codecs/webp_file.ts";

/** Writes bits, the least significant first. */
class BitWriter {
  readonly #bits: number[] = [];

  put(value: number, count: number): void {
    for (let bit = 0; bit < count; bit++) this.#bits.push(value >> bit & 1);
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 16) * 2 + 16);
    for (const [index, bit] of this.#bits.entries()) bytes[index >> 3]! |= bit << (index & 7);
    return bytes;
  }
}

/** The order in which the lengths of the code length codes are stored, as far as they are used. */
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8];

/**
 * Creates a lossless WebP in which every tile of 4 × 4 pixels has prefix codes of its own. libwebp builds 5 KB of tables
 * for each group of them, which takes 20 bits of the file: 295 KB took 370 MB.
 */
export function createGroupedWebp(side: number): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  const groups = (side / 4) ** 2;
  writer.put(0x2f, 8);
  writer.put(side - 1, 14);
  writer.put(side - 1, 14);
  writer.put(0, 1 + 3); // No alpha, version 0.
  writer.put(0, 1); // No transform.
  writer.put(0b10111, 5); // A colour cache of 11 bits.
  writer.put(1, 1); // Several groups of codes,
  writer.put(0, 3); // for tiles of 4 × 4 pixels.
  writer.put(0, 1); // The image of the groups has no colour cache.
  putEightBitCode(writer, 24);
  putEightBitCode(writer, 0);
  for (let code = 0; code < 3; code++) putSingleSymbol(writer);
  for (let group = 0; group < groups; group++) {
    putReversed(writer, group & 255);
    putReversed(writer, group >> 8);
  }
  for (let code = 0; code < 5 * groups; code++) putSingleSymbol(writer);
  const file = toRiffChunk("VP8L", writer.toBytes());
  return new Uint8Array(toRiffChunk("RIFF", new TextEncoder().encode("WEBP"), file));
}

/** Writes a code in which the first 256 symbols have 8 bits and `unused` further ones do not occur. */
function putEightBitCode(writer: BitWriter, unused: number): void {
  const lengths: Readonly<Record<number, number>> = unused === 0 ? { 8: 1, 16: 1 } : { 8: 2, 16: 2, 17: 2, 18: 2 };
  writer.put(0, 1);
  writer.put(LENGTH_ORDER.length - 4, 4);
  for (const symbol of LENGTH_ORDER) writer.put(lengths[symbol] ?? 0, 3);
  writer.put(0, 1);
  const symbols = Object.keys(lengths).map(Number);
  const put = (symbol: number) => {
    const code = symbols.indexOf(symbol);
    const length = lengths[symbol]!;
    for (let bit = length - 1; bit >= 0; bit--) writer.put(code >> bit & 1, 1);
  };
  put(8);
  // 42 times six equal lengths, then three.
  for (let rest = 255; rest > 0; rest -= 6) {
    put(16);
    writer.put(Math.min(6, rest) - 3, 2);
  }
  if (unused === 0) return;
  put(18);
  writer.put(unused - 11, 7);
}

function putSingleSymbol(writer: BitWriter): void {
  writer.put(1, 1);
  writer.put(0, 3);
}

function putReversed(writer: BitWriter, byte: number): void {
  for (let bit = 7; bit >= 0; bit--) writer.put(byte >> bit & 1, 1);
}
