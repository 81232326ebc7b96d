/** Bytes that grow as they are written. */
export class Sink {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** How many bytes were written. */
  get length(): number {
    return this.#length;
  }

  /** Makes room and returns the storage; a caller that writes into it says so with {@linkcode advance}. */
  reserve(count: number): Uint8Array<ArrayBuffer> {
    if (this.#length + count <= this.#bytes.length) return this.#bytes;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    grown.set(this.#bytes.subarray(0, this.#length));
    return this.#bytes = grown;
  }

  /** Counts bytes that were written into the storage. */
  advance(count: number): void {
    this.#length += count;
  }

  /** Writes bytes. */
  write(bytes: ArrayLike<number>): void {
    this.reserve(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a copy of what was written. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}
