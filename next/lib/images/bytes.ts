import { brokenImageError } from "./image_error.ts";

/** Joins the pieces of a file. */
export function concat(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Returns the bytes of a text of one byte per character. */
export function toLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns the bytes of 32-bit numbers, the highest byte first. */
export function toUint32s(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value));
  return new Uint8Array(view.buffer);
}

/** Returns the bytes of numbers of `size` bytes each, the lowest byte first. */
export function toLittleEndian(size: 2 | 3 | 4, ...values: number[]): number[] {
  return values.flatMap((value) =>
    [value, value >> 8, value >> 16, value >> 24].slice(0, size).map((byte) => byte & 255)
  );
}

/** Reads numbers of a file. Reading past its end is an error about the file, and not the RangeError of a bug. */
class FileView extends DataView<ArrayBufferLike> {
  override getUint8(at: number): number {
    return super.getUint8(this.#assertInside(at, 1));
  }

  override getUint16(at: number, isLittleEndian?: boolean): number {
    return super.getUint16(this.#assertInside(at, 2), isLittleEndian);
  }

  override getUint32(at: number, isLittleEndian?: boolean): number {
    return super.getUint32(this.#assertInside(at, 4), isLittleEndian);
  }

  #assertInside(at: number, length: number): number {
    if (at < 0 || at + length > this.byteLength) throw brokenImageError("it is cut off");
    return at;
  }
}

/**
 * Returns a view that reads unsigned numbers; they throw an `ImageError`, `broken_image`, past the end of the bytes.
 */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new FileView(buffer, byteOffset, byteLength);
}

/** Reads a text of one byte per character, such as the type of a chunk. It is shorter if the bytes end before. */
export function textAt({ buffer, byteOffset, byteLength }: ArrayBufferView, at: number, length = 4): string {
  const end = Math.max(at, Math.min(at + length, byteLength));
  return String.fromCharCode(...new Uint8Array(buffer, byteOffset + at, end - at));
}

/** Returns whether bytes begin with a text of one byte per character. */
export function startsWith(bytes: ArrayBufferView, text: string): boolean {
  return textAt(bytes, 0, text.length) === text;
}
