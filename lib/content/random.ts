/** A source of randomness: each call yields a whole number from 0 to 2³² − 1, all equally likely. */
export type Random = () => number;

/** How many numbers a source yields. */
const RANGE = 0x1_0000_0000;
const SHARE = 1 / RANGE;

/** Randomness that nobody can repeat, for draws without a seed. */
export function drawFreely(): number {
  return Math.random() * RANGE >>> 0;
}

/**
 * Makes a source that yields the same numbers for the same text on every machine: sfc32, started from a hash of the
 * text. Answers are promised to stay as they are, so neither may change.
 */
export function seedRandom(text: string): Random {
  let [a, b, c, counter] = hashText(text);
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21 | c >>> 11) + sum) | 0;
    return sum >>> 0;
  };
}

/**
 * Draws a whole number below `size` (at most 2²¹), each with exactly the same chance. This is Lemire's method: the draw
 * scaled down, drawn again where 2³² is no multiple of `size`; a remainder (`%`) would be ten times as slow.
 */
export function drawBelow(random: Random, size: number): number {
  let scaled = random() * size;
  let whole = Math.floor(scaled * SHARE);
  if (scaled - whole * RANGE >= size) return whole;
  const excess = RANGE % size;
  while (scaled - whole * RANGE < excess) {
    scaled = random() * size;
    whole = Math.floor(scaled * SHARE);
  }
  return whole;
}

/**
 * Draws `count` whole numbers below `size`, none twice before each was drawn once. The first is what
 * {@linkcode drawBelow} alone would draw.
 */
export function drawDistinct(random: Random, size: number, count: number): number[] {
  // A shuffle that keeps only the places it touched: the pool itself is never copied.
  const moved = new Map<number, number>();
  const drawn: number[] = [];
  for (let i = 0; i < count; i++) {
    const place = i % size;
    if (place === 0) moved.clear();
    const at = place + drawBelow(random, size - place);
    drawn.push(moved.get(at) ?? at);
    moved.set(at, moved.get(place) ?? place);
  }
  return drawn;
}

/** Draws one of a few. */
export function pick<const Choices extends readonly [unknown, ...unknown[]]>(
  random: Random,
  choices: Choices,
): Choices[number] {
  return choices[drawBelow(random, choices.length)];
}

/** Four 32-bit words in which every bit of the text counts: FNV-1a from four beginnings, each finished by Murmur's mixer. */
function hashText(text: string): [number, number, number, number] {
  return [
    hashWord(text, 0x811c9dc5),
    hashWord(text, 0x9e3779b9),
    hashWord(text, 0x85ebca6b),
    hashWord(text, 0xc2b2ae35),
  ];
}

function hashWord(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
