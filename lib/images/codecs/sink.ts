/** A byte array that grows while it is written. */
export class Sink {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** Appends bytes. */
  write(bytes: ArrayLike<number>): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bytes.length, length));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  /** Appends an ASCII text. */
  writeText(text: string): void {
    this.write(new TextEncoder().encode(text));
  }

  /** Returns a copy of the bytes that were written. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}
