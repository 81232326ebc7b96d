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

/** Returns the bytes of an ASCII text. */
export function toAscii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
