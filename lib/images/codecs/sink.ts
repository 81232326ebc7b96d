/** Bytes that are written piece by piece. */
export class Sink {
  readonly #pieces: Uint8Array[] = [];

  /** Appends a copy of bytes. */
  write(bytes: ArrayLike<number>): void {
    this.#pieces.push(new Uint8Array(bytes));
  }

  /** Returns a copy of the bytes that were written to this sink and then to others. */
  toBytes(...others: Sink[]): Uint8Array<ArrayBuffer> {
    return concat([this, ...others].flatMap((sink) => sink.#pieces));
  }
}

/** Joins pieces of a file. */
export function concat(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
