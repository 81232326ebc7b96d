// Makes Huffman codes that are no longer than allowed.

const MAX_SYMBOLS: i32 = 286;

// By rank, the rarest first: `count << 16 | symbol`, then working space for the lengths.
const RANKED: usize = memory.data(MAX_SYMBOLS * 8, 16);
const WEIGHTS: usize = memory.data(MAX_SYMBOLS * 4, 16);
// How many codes there are of each length, and the next one.
const LENGTHS: usize = memory.data(64 * 4, 16);
const NEXT: usize = memory.data(16 * 4, 16);

/**
 * Writes for each symbol `code << 8 | length` from its count, 0 for one that does not occur; the code is turned round,
 * as its first bit comes first. At least two symbols must occur.
 */
export function makeCodes(codes: usize, counts: usize, symbols: i32, maxLength: i32): void {
  const used = rank(counts, symbols);
  measure(used);
  limit(used, maxLength);
  memory.fill(codes, 0, <usize>symbols * 4);
  let place: i32 = 0;
  for (let length = maxLength; length > 0; length--) {
    for (let i = load<i32>(LENGTHS + (<usize>length << 2)); i > 0; i--, place++) {
      store<u32>(codes + (<usize>load<u16>(RANKED + (<usize>place << 3)) << 2), <u32>length);
    }
  }
  number(codes, symbols, maxLength);
}

/** Sorts the symbols that occur by their counts. */
function rank(counts: usize, symbols: i32): i32 {
  let used: i32 = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + (<usize>symbol << 2));
    if (count == 0) continue;
    store<u64>(RANKED + (<usize>used << 3), (<u64>count << 16) | <u64>symbol);
    used++;
  }
  for (let gap = 121; gap > 0; gap = gap / 3) {
    for (let i = gap; i < used; i++) {
      const moved = load<u64>(RANKED + (<usize>i << 3));
      let at = i;
      for (; at >= gap && load<u64>(RANKED + (<usize>(at - gap) << 3)) > moved; at -= gap) {
        store<u64>(RANKED + (<usize>at << 3), load<u64>(RANKED + (<usize>(at - gap) << 3)));
      }
      store<u64>(RANKED + (<usize>at << 3), moved);
    }
  }
  return used;
}

/**
 * Counts the codes of each length, by joining the two rarest until one is left. In place, as joined ones come in order:
 * their weights, then their parents, then their depths stand where the ranks joined before them stood.
 */
function measure(used: i32): void {
  for (let i = 0; i < used; i++) setWeight(i, <u32>(load<u64>(RANKED + (<usize>i << 3)) >> 16));
  let leaf: i32 = 0, root: i32 = 0;
  for (let next = 0; next < used - 1; next++) {
    let sum: u32 = 0;
    for (let part = 0; part < 2; part++) {
      if (leaf >= used || (root < next && weightOf(root) < weightOf(leaf))) {
        sum += weightOf(root);
        setWeight(root++, <u32>next);
      } else sum += weightOf(leaf++);
    }
    setWeight(next, sum);
  }
  memory.fill(LENGTHS, 0, 64 * 4);
  setWeight(used - 2, 0);
  for (let next = used - 3; next >= 0; next--) setWeight(next, weightOf(<i32>weightOf(next)) + 1);
  countLeaves(used);
}

/** Where fewer joined ones stand at a depth than could, the others are symbols. */
function countLeaves(used: i32): void {
  let free: i32 = 1, depth: u32 = 0;
  for (let next = used - 2; free > 0; depth++) {
    let joined: i32 = 0;
    for (; next >= 0 && weightOf(next) == depth; next--) joined++;
    store<i32>(LENGTHS + (<usize>min<u32>(depth, 63) << 2), free - joined);
    free = 2 * joined;
  }
}

/** Shortens the codes that are too long, and lengthens others until all fit. */
function limit(used: i32, maxLength: i32): void {
  const longest = LENGTHS + (<usize>maxLength << 2);
  for (let length = maxLength + 1; length < 64; length++) {
    store<i32>(longest, load<i32>(longest) + load<i32>(LENGTHS + (<usize>length << 2)));
  }
  let room: i32 = 1 << maxLength;
  for (let length = 1; length <= maxLength; length++) {
    room -= load<i32>(LENGTHS + (<usize>length << 2)) << (maxLength - length);
  }
  for (; room < 0; room++) {
    let length = maxLength - 1;
    while (load<i32>(LENGTHS + (<usize>length << 2)) == 0) length--;
    // One of the longest moves up beside one that becomes longer.
    const at = LENGTHS + (<usize>length << 2);
    store<i32>(at, load<i32>(at) - 1);
    store<i32>(at + 4, load<i32>(at + 4) + 2);
    store<i32>(longest, load<i32>(longest) - 1);
  }
}

/** Numbers the codes of each length in the order of their symbols. */
function number(codes: usize, symbols: i32, maxLength: i32): void {
  let code: u32 = 0;
  for (let length = 1; length <= maxLength; length++) {
    store<u32>(NEXT + (<usize>length << 2), code);
    code = (code + load<u32>(LENGTHS + (<usize>length << 2))) << 1;
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const at = codes + (<usize>symbol << 2);
    const length = load<u32>(at);
    if (length == 0) continue;
    const next = NEXT + (<usize>length << 2);
    store<u32>(at, (reverse(load<u32>(next), length) << 8) | length);
    store<u32>(next, load<u32>(next) + 1);
  }
}

function reverse(code: u32, length: u32): u32 {
  let turned: u32 = 0;
  for (let i: u32 = 0; i < length; i++) turned |= ((code >> i) & 1) << (length - 1 - i);
  return turned;
}

@inline
function weightOf(place: i32): u32 {
  return load<u32>(WEIGHTS + (<usize>place << 2));
}

@inline
function setWeight(place: i32, weight: u32): void {
  store<u32>(WEIGHTS + (<usize>place << 2), weight);
}
