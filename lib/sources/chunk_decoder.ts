import { MIN_CHUNK_BYTES, SmallChunksError } from "@/lib/async/read_at_most.ts";

/**
 * Number of chunks that a body may have regardless of their size. More than where a body is joined, because many chunks
 * arrive together here and are decoded in place: one takes the time of its line, and no object.
 */
const FREE_CHUNKS = 4096;

/** Maximum length of the line before a chunk: its size, and extensions that nobody uses. */
const MAX_LINE_BYTES = 256;

const TAB = 9, LF = 10, CR = 13, SPACE = 32, SEMICOLON = 59;

/** What the next byte belongs to. A line feed ends the line before a chunk (`sizeEnd`) and the chunk (`dataEnd`). */
type Part = "size" | "extension" | "sizeEnd" | "data" | "dataReturn" | "dataEnd" | "done";

/** Decodes a body in `chunked` form (RFC 9112, section 7.1). It stores no bytes, and trailers are ignored. */
export class ChunkDecoder {
  #next: Part = "size";
  /** Bytes of the line before a chunk. */
  #lineBytes = 0;
  /** Bytes of the current chunk that have not arrived. */
  #left = 0;
  #chunks = 0;
  #totalBytes = 0;

  /** Whether the last chunk has arrived. */
  get isDone(): boolean {
    return this.#next === "done";
  }

  /**
   * Decodes the next bytes in place: moves their data to the front and returns that part.
   *
   * @throws {TypeError} if they are malformed.
   * @throws {SmallChunksError} if the chunks are too small.
   */
  decode(bytes: Uint8Array): Uint8Array {
    let size = 0;
    for (let at = 0; at < bytes.length && !this.isDone;) {
      if (this.#next !== "data") {
        this.#readFraming(bytes[at++] ?? 0);
        continue;
      }
      const end = Math.min(bytes.length, at + this.#left);
      bytes.copyWithin(size, at, end);
      size += end - at;
      this.#left -= end - at;
      at = end;
      if (this.#left === 0) this.#next = "dataReturn";
    }
    return bytes.subarray(0, size);
  }

  #readFraming(byte: number): void {
    if (this.#next === "size" || this.#next === "extension") return this.#readLine(byte);
    if (byte !== (this.#next === "dataReturn" ? CR : LF)) throw malformedError();
    if (this.#next === "sizeEnd") return this.#startChunk();
    this.#next = this.#next === "dataReturn" ? "dataEnd" : "size";
  }

  #readLine(byte: number): void {
    const digit = this.#next === "size" ? parseInt(String.fromCharCode(byte), 16) : NaN;
    this.#lineBytes++;
    if (this.#lineBytes > MAX_LINE_BYTES) throw malformedError();
    if (digit >= 0) {
      this.#left = this.#left * 16 + digit;
      if (this.#lineBytes > 8) throw malformedError();
    } else if (this.#lineBytes === 1 || byte === LF) {
      throw malformedError();
    } else if (byte === CR) {
      this.#next = "sizeEnd";
    } else if (this.#next === "extension" || byte === SEMICOLON || byte === SPACE || byte === TAB) {
      this.#next = "extension";
    } else {
      throw malformedError();
    }
  }

  #startChunk(): void {
    this.#lineBytes = 0;
    this.#next = this.#left === 0 ? "done" : "data";
    this.#chunks++;
    this.#totalBytes += this.#left;
    if (this.#totalBytes >= (this.#chunks - FREE_CHUNKS) * MIN_CHUNK_BYTES) return;
    throw new SmallChunksError();
  }
}

function malformedError(): TypeError {
  return new TypeError("The source sent a malformed chunk");
}
