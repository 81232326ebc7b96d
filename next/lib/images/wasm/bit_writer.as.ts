// AssemblyScript, part of png.wasm and gif.wasm. Writes codes of any length to memory, the least significant bit first,
// as deflate and LZW need it. State: the bits that do not fill a byte yet, and the address of the next byte.

/** Bits that wait for their byte to become full: fewer than eight between two calls. */
export let bitBuffer: u64 = 0, bitCount: u64 = 0;
/** The address of the next byte. */
export let outputAddress: usize = 0;

/** Starts a stream at an address. The waiting bits of an earlier stream are discarded. */
export function startOutput(address: usize): void {
  bitBuffer = bitCount = 0;
  outputAddress = address;
}

/** Continues the stream at another address, with the bits that wait. */
export function moveOutput(address: usize): void {
  outputAddress = address;
}

/** Writes up to 56 bits. Without a branch, which would often be predicted wrongly; it writes up to 7 bytes beyond. */
@inline export function putBits(value: u64, length: u64): void {
  const bits = bitBuffer | (value << bitCount), count = bitCount + length;
  store<u64>(outputAddress, bits);
  outputAddress += <usize>(count >> 3);
  bitBuffer = bits >> (count & ~7);
  bitCount = count & 7;
}

/** Fills the last byte with zeros. */
export function alignToByte(): void {
  if (bitCount != 0) putBits(0, 8 - bitCount);
}
