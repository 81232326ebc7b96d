// AssemblyScript, part of png.wasm. The input of inflate: bits, the least significant first (RFC 1951, 3.1.1), from a
// 64-bit buffer that is refilled eight bytes at a time. State: the position in the input. Zeros follow it, so reading
// past its end is harmless; alignToByte() detects it.

/** Zeros after the input, more than are read past its end: the hot loop loads 8 bytes twice from `end` + 8 + 7 at most. */
export const INPUT_MARGIN: usize = 32;

@unmanaged
class Input {
  /** The addresses of the next byte and of the end. */
  next: usize;
  end: usize;
  /** The next bits. Those above `bitCount` are either correct as well or zeros. */
  bits: u64;
  bitCount: u64;
}

export const input: Input = changetype<Input>(memory.data(offsetof<Input>(), 16));

/** Starts to read the bytes that the caller stores in a buffer. */
export function startInput(buffer: usize, bytes: usize): void {
  input.next = buffer;
  input.end = buffer + bytes;
  input.bits = input.bitCount = 0;
  memory.fill(input.end, 0, INPUT_MARGIN);
}

/** Returns the next bits, up to 32, without taking them. */
export function peekBits(length: u64): u32 {
  if (input.bitCount < length) {
    // Further after the end only zeros are added to the bits, so that no address outside of the buffer is read.
    if (input.next < input.end + 8) {
      input.bits |= load<u64>(input.next) << input.bitCount;
      input.next += <usize>((63 - input.bitCount) >> 3);
    }
    input.bitCount |= 56;
  }
  return <u32>(input.bits & ((<u64>1 << length) - 1));
}

/** Takes up to 32 bits. */
export function takeBits(length: u64): u32 {
  const value = peekBits(length);
  dropBits(length);
  return value;
}

/** Drops bits that were peeked at. */
export function dropBits(length: u64): void {
  input.bits >>= length;
  input.bitCount -= length;
}

/** Drops the rest of the current byte. Returns the number of bytes that follow, or -1 after reading past the end. */
export function alignToByte(): isize {
  input.next -= <usize>(input.bitCount >> 3);
  input.bits = input.bitCount = 0;
  return input.next > input.end ? -1 : <isize>(input.end - input.next);
}
