// AssemblyScript, part of png.wasm. Matches for deflate (RFC 1951, section 4): earlier positions with the same three
// bytes are chained by a hash table, and the longest match wins unless the next position has a longer one. The row above
// is tried too, because in a drawing it often has the best match, where zlib would have to compare a thousand positions.
// State: the chains, by position in the stream.

import { addLiteral, addMatch, MAX_MATCH, MIN_MATCH } from "./png_deflate.as";

/** The size of the sliding window: the largest distance. */
const WINDOW: u32 = 32768;

/** After a match of so many bytes, a quarter of the positions is compared. */
const GOOD: u32 = 32;
/** How many earlier positions are compared. */
let maxChain: i32 = 0;

/** A match of three bytes from farther away takes more bits than three literals. */
const MAX_SHORT_DISTANCE: u32 = 4096;

const HASH_BITS: u32 = 15;
/** The last position of each hash, and for each position in the window the one before it; 0 is none. */
const LAST: usize = memory.data((1 << HASH_BITS) * 4, 16);
const BEFORE: usize = memory.data(<i32>WINDOW * 4, 16);

/** The position in the stream of the next byte, from WINDOW, so that no position in the window is below 1. */
let position: u32 = 0;
/** The longest match that findMatch() found. */
let matchLength: u32 = 0, matchDistance: u32 = 0;

/** Starts a stream. Up to `chain` earlier positions are compared for each byte. */
export function startMatches(chain: i32): void {
  maxChain = chain;
  memory.fill(LAST, 0, (1 << HASH_BITS) * 4);
  position = WINDOW;
}

/** Splits the bytes from `start` to `end` into literals and matches. The bytes of the window must precede them. */
export function findTokens(start: usize, end: usize, rowBytes: u32): void {
  const origin = start - <usize>position;
  const limit = position + <u32>(end - start);
  let length: u32 = 0, distance: u32 = 0, hasLiteral = false;
  while (position < limit) {
    matchLength = 0;
    if (limit - position >= MIN_MATCH) findMatch(origin, min(limit - position, MAX_MATCH), length, rowBytes);
    if (length >= MIN_MATCH && matchLength <= length) {
      addMatch(length, distance);
      // The first byte was inserted before, and the second by findMatch().
      const next = position + length - 1;
      for (position++; position < next; position++) if (limit - position >= MIN_MATCH) insert(origin);
      length = 0;
      hasLiteral = false;
      continue;
    }
    if (hasLiteral) addLiteral(load<u8>(origin + <usize>(position - 1)));
    hasLiteral = true;
    length = matchLength;
    distance = matchDistance;
    position++;
  }
  if (length >= MIN_MATCH) addMatch(length, distance);
  else if (hasLiteral) addLiteral(load<u8>(origin + <usize>(position - 1)));
}

/** Adds the current position to its chain. Returns the position before it in the chain. */
@inline function insert(origin: usize): u32 {
  const hash = ((load<u32>(origin + <usize>position) << 8) * 0x9e3779b1) >> (32 - HASH_BITS);
  const last = load<u32>(LAST + (<usize>hash << 2));
  store<u32>(LAST + (<usize>hash << 2), position);
  store<u32>(BEFORE + (<usize>(position & (WINDOW - 1)) << 2), last);
  return last;
}

/** Finds the longest match of up to `longest` bytes at the current position, if it is longer than `atLeast`. */
function findMatch(origin: usize, longest: u32, atLeast: u32, rowBytes: u32): void {
  const current = origin + <usize>position, oldest = position - WINDOW;
  let candidate = insert(origin), best = max(atLeast, MIN_MATCH - 1);
  if (best >= longest) return;
  for (let chain = atLeast >= GOOD ? maxChain >> 2 : maxChain; candidate > oldest && chain > 0; chain--) {
    best = compare(current, position - candidate, longest, best);
    if (best >= longest) return;
    const before = load<u32>(BEFORE + (<usize>(candidate & (WINDOW - 1)) << 2));
    if (before >= candidate) break;
    candidate = before;
  }
  if (rowBytes <= WINDOW && position - rowBytes >= WINDOW) compare(current, rowBytes, longest, best);
}

/** Returns the length of the match at a distance if it is longer than `best`, or else `best`. */
@inline function compare(current: usize, distance: u32, longest: u32, best: u32): u32 {
  const other = current - <usize>distance;
  if (load<u8>(other + best) != load<u8>(current + best)) return best;
  let length: u32 = 0;
  while (length < longest) {
    const different = load<u64>(current + length) ^ load<u64>(other + length);
    if (different != 0) {
      length += <u32>(ctz(different) >> 3);
      break;
    }
    length += 8;
  }
  length = min(length, longest);
  if (length <= best || (length == MIN_MATCH && distance > MAX_SHORT_DISTANCE)) return best;
  matchLength = length;
  matchDistance = distance;
  return length;
}
