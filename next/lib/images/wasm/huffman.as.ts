// AssemblyScript, part of png.wasm and jpeg_encoder.wasm. Optimal code lengths (Huffman; in place, Moffat and
// Katajainen), limited to a maximum, and the canonical codes of RFC 1951, 3.2.2. State: working memory only.

const MAX_SYMBOLS: i32 = 286;

// The used symbols, the rarest first, as `count << 16 | symbol` in 64 bits, and the tree nodes (see countLengths).
const SORTED: usize = memory.data(MAX_SYMBOLS * 8, 16);
const NODES: usize = memory.data(MAX_SYMBOLS * 4, 16);
/** The number of codes of each length: at most 45 bits before the limit, because more takes 2³² symbols. */
export const LENGTH_COUNTS: usize = memory.data(64 * 4, 16);
/** The next code of each length. */
const NEXT_CODES: usize = memory.data(16 * 4, 16);

/**
 * Stores `code << 8 | length` for each symbol, or 0 if its count is 0. The bits of a code are reversed, because its
 * first bit is written first. At least two symbols must have a count.
 */
export function buildCodes(codes: usize, counts: usize, symbols: i32, maxLength: i32): void {
  findLengthCounts(counts, symbols, maxLength);
  memory.fill(codes, 0, <usize>symbols * 4);
  let index: i32 = 0;
  for (let length = maxLength; length > 0; length--) {
    for (let i = load<i32>(LENGTH_COUNTS + (<usize>length << 2)); i > 0; i--, index++) {
      store<u32>(codes + (<usize>load<u16>(SORTED + (<usize>index << 3)) << 2), <u32>length);
    }
  }
  assignCodes(codes, symbols, maxLength);
}

/** Fills LENGTH_COUNTS with the number of codes of each length. At least two symbols must have a count. */
export function findLengthCounts(counts: usize, symbols: i32, maxLength: i32): void {
  countLengths(sortSymbols(counts, symbols));
  limitLengths(maxLength);
}

/** Sorts the symbols that occur by their counts (Shell sort). Returns how many there are. */
function sortSymbols(counts: usize, symbols: i32): i32 {
  let used: i32 = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + (<usize>symbol << 2));
    if (count == 0) continue;
    store<u64>(SORTED + (<usize>used << 3), (<u64>count << 16) | <u64>symbol);
    used++;
  }
  // Gaps 121, 40, 13, 4 and 1 (Knuth).
  for (let gap = 121; gap > 0; gap = gap / 3) {
    for (let i = gap; i < used; i++) {
      const moved = load<u64>(SORTED + (<usize>i << 3));
      let slot = i;
      for (; slot >= gap && load<u64>(SORTED + (<usize>(slot - gap) << 3)) > moved; slot -= gap) {
        store<u64>(SORTED + (<usize>slot << 3), load<u64>(SORTED + (<usize>(slot - gap) << 3)));
      }
      store<u64>(SORTED + (<usize>slot << 3), moved);
    }
  }
  return used;
}

/**
 * Counts the codes of each length by joining the two rarest nodes until one is left. In place, because inner nodes are
 * created in the order of their weights: the weights of leaves, the weights of inner nodes, and then their parents and
 * depths overwrite each other.
 */
function countLengths(used: i32): void {
  for (let i = 0; i < used; i++) setNode(i, <u32>(load<u64>(SORTED + (<usize>i << 3)) >> 16));
  let leaf: i32 = 0, root: i32 = 0;
  for (let next = 0; next < used - 1; next++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf >= used || (root < next && nodeAt(root) < nodeAt(leaf))) {
        sum += nodeAt(root);
        setNode(root++, <u32>next);
      } else sum += nodeAt(leaf++);
    }
    setNode(next, sum);
  }
  setNode(used - 2, 0);
  for (let next = used - 3; next >= 0; next--) setNode(next, nodeAt(<i32>nodeAt(next)) + 1);
  // Nodes at a depth that are not inner nodes are leaves.
  memory.fill(LENGTH_COUNTS, 0, 64 * 4);
  let nodes: i32 = 1, depth: u32 = 0;
  for (let next = used - 2; nodes > 0; depth++) {
    let inner: i32 = 0;
    for (; next >= 0 && nodeAt(next) == depth; next--) inner++;
    store<i32>(LENGTH_COUNTS + (<usize>min<u32>(depth, 63) << 2), nodes - inner);
    nodes = 2 * inner;
  }
}

/** Shortens codes that are too long, and lengthens others until all fit: until the Kraft sum is at most 1. */
function limitLengths(maxLength: i32): void {
  const longest = LENGTH_COUNTS + (<usize>maxLength << 2);
  for (let length = maxLength + 1; length < 64; length++) {
    store<i32>(longest, load<i32>(longest) + load<i32>(LENGTH_COUNTS + (<usize>length << 2)));
  }
  // How many more codes of the longest length there could be.
  let room: i32 = 1 << maxLength;
  for (let length = 1; length <= maxLength; length++) {
    room -= load<i32>(LENGTH_COUNTS + (<usize>length << 2)) << (maxLength - length);
  }
  for (; room < 0; room++) {
    let length = maxLength - 1;
    while (load<i32>(LENGTH_COUNTS + (<usize>length << 2)) == 0) length--;
    // A leaf becomes an inner node of itself and of one of the longest codes.
    const address = LENGTH_COUNTS + (<usize>length << 2);
    store<i32>(address, load<i32>(address) - 1);
    store<i32>(address + 4, load<i32>(address + 4) + 2);
    store<i32>(longest, load<i32>(longest) - 1);
  }
}

/** Assigns consecutive codes of each length in the order of the symbols. */
function assignCodes(codes: usize, symbols: i32, maxLength: i32): void {
  let code: u32 = 0;
  for (let length = 1; length <= maxLength; length++) {
    store<u32>(NEXT_CODES + (<usize>length << 2), code);
    code = (code + load<u32>(LENGTH_COUNTS + (<usize>length << 2))) << 1;
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const address = codes + (<usize>symbol << 2), length = load<u32>(address);
    if (length == 0) continue;
    const next = NEXT_CODES + (<usize>length << 2);
    store<u32>(address, (reverse(load<u32>(next), length) << 8) | length);
    store<u32>(next, load<u32>(next) + 1);
  }
}

function reverse(code: u32, length: u32): u32 {
  let reversed: u32 = 0;
  for (let i: u32 = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i);
  return reversed;
}

@inline function nodeAt(index: i32): u32 {
  return load<u32>(NODES + (<usize>index << 2));
}

@inline function setNode(index: i32, value: u32): void {
  store<u32>(NODES + (<usize>index << 2), value);
}
