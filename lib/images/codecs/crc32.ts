const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/**
 * Computes the CRC-32 of a PNG chunk; `previous` is the checksum of the bytes before. It is meant for small files on a
 * cold start: the function in `node:zlib` is faster, but importing that module takes 24 ms.
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous;
  for (const byte of bytes) crc = crc >>> 8 ^ TABLE[(crc ^ byte) & 255]!;
  return ~crc;
}
