import { crc32 } from "node:zlib";

/** Writes a PNG chunk. */
export function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const content = concat([new TextEncoder().encode(type), data]);
  const numbers = new Uint8Array(8);
  new DataView(numbers.buffer).setUint32(0, data.length);
  new DataView(numbers.buffer).setUint32(4, crc32(content));
  return concat([numbers.subarray(0, 4), content, numbers.subarray(4)]);
}

/** Joins bytes. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
