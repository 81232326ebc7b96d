// Roots and angles that are the same in every engine: these functions only add, subtract, multiply and divide. IEEE 754
// defines these and square roots to the last bit. The precision of other functions of `Math` is up to the engine, so
// that a name could have another animal in another browser.

/** Returns the cube root of a number from 0 to 1. */
export function cubeRoot(value: number): number {
  if (value === 0) return 0;
  let reduced = value;
  let scale = 1;
  for (; reduced < .125; reduced *= 8) scale /= 2;
  // The start is off by less than 1 %. Halley's method cubes the error, so that two steps are as precise as a number.
  let root = .343 + reduced * (1.417 + reduced * (.503 * reduced - 1.262));
  for (let step = 0; step < 2; step++) {
    const cube = root * root * root;
    root *= (cube + 2 * reduced) / (2 * cube + reduced);
  }
  return root * scale;
}

/** Returns the fifth root of a number above 0, up to 1. */
export function fifthRoot(value: number): number {
  // Newton's method approaches the root from above, until nothing is left to subtract.
  for (let root = 1;;) {
    const next = root - (root - value / (root * root * root * root)) / 5;
    if (next >= root) return root;
    root = next;
  }
}

/** Returns the cosine and the sine of an angle: the point of a circle with the radius 1 after a number of turns. */
export function pointOnCircle(turns: number): readonly [x: number, y: number] {
  const angle = 2 * Math.PI * (turns - Math.round(turns));
  let [x, y] = [0, 0];
  let term = 1;
  // The terms of both Taylor series alternate: cosine, sine, less cosine, less sine.
  for (let i = 0; i < TERMS; term *= angle / ++i) {
    const signed = (i & 2) === 0 ? term : -term;
    if ((i & 1) === 0) x += signed;
    else y += signed;
  }
  return [x, y];
}

/** Half a turn, the largest angle, needs this many terms to be as precise as a number. */
const TERMS = 28;
