const CHUNK_BYTES = 1 << 16;

/** Bytes that are written piece by piece. */
export class Sink {
  /** The full chunks, and the current one. */
  readonly #chunks: Uint8Array[] = [];
  #chunk = new Uint8Array(CHUNK_BYTES);
  #filled = 0;

  /** Appends a copy of bytes. */
  write(bytes: ArrayLike<number>): void {
    if (this.#filled + bytes.length > this.#chunk.length) {
      this.#chunks.push(this.#chunk.subarray(0, this.#filled));
      this.#chunk = new Uint8Array(Math.max(bytes.length, CHUNK_BYTES));
      this.#filled = 0;
    }
    this.#chunk.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Appends an ASCII text. */
  writeText(text: string): void {
    this.write(new TextEncoder().encode(text));
  }

  /** Returns a copy of the bytes that were written to this sink and then to others. */
  toBytes(...others: Sink[]): Uint8Array<ArrayBuffer> {
    const chunks = [this, ...others].flatMap((sink) => [...sink.#chunks, sink.#chunk.subarray(0, sink.#filled)]);
    const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}
