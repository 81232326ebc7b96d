/** A source of randomness: each call returns a whole number from 0 to 2³² − 1, each with the same probability. */
export type Random = () => number;

/** The number of different results of a source. */
const RANGE = 0x1_0000_0000;

/**
 * Creates a source that returns the same numbers for the same words on every machine: sfc32, initialized with four
 * hashes of them. Neither may change within a major version, because a seed always means the same animal.
 */
export function seedRandom(...words: readonly string[]): Random {
  const text = words.join("/");
  let a = hashText(text, 0x811c9dc5);
  let b = hashText(text, 0x9e3779b9);
  let c = hashText(text, 0x85ebca6b);
  let counter = hashText(text, 0xc2b2ae35);
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21 | c >>> 11) + sum) | 0;
    return sum >>> 0;
  };
}

/** Picks a whole number below `size` (at most 2²¹), each with the same probability, but for a few in 2³². */
export function pickBelow(random: Random, size: number): number {
  return Math.floor(random() * size / RANGE);
}

/** Picks one of several choices. There must be at least one. */
export function pick<const Choice>(random: Random, choices: readonly Choice[]): Choice {
  return choices[pickBelow(random, choices.length)]!;
}

/** Returns choices of which {@linkcode pick} picks the first one half of the time, and the others equally often. */
export function toWeightedChoices<Choice>(choices: readonly Choice[]): readonly Choice[] {
  return [...choices.slice(1).map(() => choices[0]!), ...choices.slice(1)];
}

/** Hashes a string to 32 bits: FNV-1a from a start value, finished by the mixer of MurmurHash3. */
function hashText(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
