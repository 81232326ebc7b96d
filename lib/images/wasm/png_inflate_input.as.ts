// AssemblyScript, part of png.wasm. The input of inflate: bits, the least significant first (RFC 1951, 3.1.1), from a
// 64-bit buffer that is refilled eight bytes at a time. State: the input buffer, which the caller fills piece by piece.
// Zeros follow the last piece, so reading past the end is harmless; alignToByte() detects it.

/** Bytes of the input buffer besides one piece: the rest of the previous piece, and zeros after the last one. */
export const INPUT_MARGIN: usize = 2048;

/** Bytes that the hot loop reads between two checks of the end. */
export const READ_AHEAD: usize = 32;

/** More than a block header takes, so that it is always read at once. */
const MIN_BYTES: usize = 1024;

/** Bytes in the bit buffer: alignToByte() may go back to them. */
const LOOK_BACK: usize = 8;

@unmanaged
class Input {
  start: usize;
  /** The addresses of the next byte and of the end of the bytes so far. */
  next: usize;
  end: usize;
  /** Whether no piece follows. */
  isComplete: bool;
  /** The next bits. Those above `bitCount` are either correct as well or zeros. */
  bits: u64;
  bitCount: u64;
}

export const input: Input = changetype<Input>(memory.data(offsetof<Input>(), 16));

/** Starts an empty input in a buffer. */
export function startInput(buffer: usize): void {
  input.start = buffer;
  input.next = input.end = buffer + LOOK_BACK;
  input.isComplete = false;
  input.bits = input.bitCount = 0;
}

/** Moves unread bytes to the front of the buffer. Returns the address for the next piece. */
export function compactInput(): usize {
  const unread = input.next - LOOK_BACK;
  if (unread > input.start) {
    memory.copy(input.start, unread, input.end - unread);
    input.next -= unread - input.start;
    input.end -= unread - input.start;
  }
  return input.end;
}

/** Adds the piece that the caller stored at the address of {@linkcode compactInput}. */
export function feedInput(bytes: usize, isLast: bool): void {
  input.end += bytes;
  input.isComplete = isLast;
  if (isLast) memory.fill(input.end, 0, READ_AHEAD);
}

/** Returns whether there is enough input to continue, or no more to come. */
export function isFed(): bool {
  return input.isComplete || input.end - input.next >= MIN_BYTES;
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
