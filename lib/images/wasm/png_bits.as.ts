// Writes bits, the lowest first. Between two calls fewer than eight wait for their byte to become full.

/** The codes of the symbols, `code << 8 | length`, of at most 14 bits: four of them and seven that wait fit into 64. */
export const CODES: usize = memory.data(286 * 4, 16);
export const MAX_CODE_BITS: i32 = 14;

let bits: u64 = 0;
let count: u64 = 0;
let at: usize = 0;

/** Starts a file. */
export function startBits(): void {
  bits = count = 0;
}

/** Says where bytes go from now on. */
export function aim(address: usize): void {
  at = address;
}

/** Where the next byte goes. */
export function aimed(): usize {
  return at;
}

/** Writes up to 56 bits. Writes up to 7 bytes beyond. */
@inline
export function put(value: u64, length: u64): void {
  flush(bits | (value << count), count + length);
}

/** Fills up the last byte. */
export function align(): void {
  if (count != 0) put(0, 8 - count);
}

/** Writes 16 literals. */
export function putSixteen(source: usize): void {
  let waiting = bits, length = count, target = at;
  for (const end = source + 16; source < end; source += 4) {
    const a = codeOf(load<u8>(source)), b = codeOf(load<u8>(source, 1));
    const c = codeOf(load<u8>(source, 2)), d = codeOf(load<u8>(source, 3));
    // Only the lowest six bits of an entry, its length, count for a shift.
    const first = (a >> 8) | ((b >> 8) << a), second = (c >> 8) | ((d >> 8) << c);
    waiting |= (first | (second << (a + b))) << length;
    length += (a + b + c + d) & 63;
    store<u64>(target, waiting);
    target += <usize>(length >> 3);
    waiting >>= length & ~7;
    length &= 7;
  }
  bits = waiting;
  count = length;
  at = target;
}

@inline
function codeOf(symbol: u32): u64 {
  return <u64>load<u32>(<usize>symbol << 2, CODES);
}

@inline
function flush(waiting: u64, length: u64): void {
  store<u64>(at, waiting);
  at += <usize>(length >> 3);
  bits = waiting >> (length & ~7);
  count = length & 7;
}
