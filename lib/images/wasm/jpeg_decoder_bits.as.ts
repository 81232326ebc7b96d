// AssemblyScript, part of jpeg_decoder.wasm: the bits of a scan.
//
// A scan is unpacked up to its next restart marker at once: the zeros behind bytes of ones go, and the bytes are stored
// backwards, so that a plain load has its first byte on top. Then taking bits needs no look at what the bytes are.

/** More than a block can take of what is not there: 64 numbers of 15 bits, each with a code of 16. */
const PADDING: usize = 512;

/** Where the reading stands. */
@unmanaged
class Reader {
  /** The next bits, from the top, and how many of them count. */
  bits: u64;
  count: i32;
  /** Where more are loaded from: downwards, and if all is well not below the limit. */
  next: usize;
  limit: usize;
  /** How many more blocks of a progressive scan have ended already. */
  endedBlocks: i32;
}

export const reader: Reader = changetype<Reader>(memory.data(offsetof<Reader>(), 16));

/** What of the scan is still packed. */
let packed: usize = 0;
let packedEnd: usize = 0;
/** Where unpacked bytes begin, and where they end below. */
let top: usize = 0;
let bottom: usize = 0;
let segments: i32 = 0;

/** The bytes of memory that it takes to read a scan. */
export function toScanRoom(length: usize): usize {
  return 2 * length + PADDING + 64;
}

/** Starts on a scan of `length` bytes at an address that has room for it. */
export function startScan(address: usize, length: usize): void {
  packed = address;
  packedEnd = address + length;
  // Whatever is read beyond the end stops there.
  v128.store(packedEnd, i8x16.splat(-1));
  top = address + toScanRoom(length);
  segments = 0;
  startSegment();
}

/** Goes on behind a restart marker. Returns whether it is the next one, and what lies before it was complete. */
export function restart(): bool {
  if (!isComplete() || packed + 2 > packedEnd || load<u8>(packed, 1) != 0xd0 + (segments - 1 & 7)) return false;
  packed += 2;
  startSegment();
  return true;
}

/** Tells that no more bits were taken than there were. */
export function isComplete(): bool {
  return isSound() && <isize>(bottom - 8 - reader.next) * 8 <= reader.count;
}

/** Tells whether it is safe to read another block. */
@inline
export function isSound(): bool {
  return reader.next >= reader.limit;
}

/** Remembers that a code did not exist: nothing is sound from here on. */
export function markDamaged(): void {
  reader.limit = usize.MAX_VALUE;
}

function startSegment(): void {
  segments++;
  bottom = unpack();
  memory.fill(bottom - PADDING, 0, PADDING);
  reader.bits = 0;
  reader.count = 0;
  reader.next = top - 8;
  // Bits are loaded up to 8 bytes ahead.
  reader.limit = bottom - 16;
  reader.endedBlocks = 0;
}

function unpack(): usize {
  let to = top;
  while (packed < packedEnd) {
    const bytes = v128.load(packed);
    v128.store(to - 16, i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    const plain = <usize>ctz(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(-1))) | 0x10000);
    packed += plain;
    to -= plain;
    if (plain == 16) continue;
    while (packed < packedEnd && load<u8>(packed, 1) == 0xff) packed++;
    // Anything but a zero is a marker.
    if (packed >= packedEnd || load<u8>(packed, 1) != 0) break;
    packed += 2;
    to--;
  }
  return to;
}
