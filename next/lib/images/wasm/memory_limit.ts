/** The limit that refused to let a memory grow, and what was asked for. */
export interface RefusedGrowth {
  readonly limit: number;
  readonly got: number;
}

// A thread works on one image at a time, so its limit need not be passed through all codecs.
let limitBytes = Infinity;
let refused: RefusedGrowth | undefined;

/**
 * Does work whose WebAssembly memories may each grow to `bytes`. `getRefused` returns what was refused during the work,
 * which then fails: whatever error it throws is about the memory.
 */
export async function withMemoryLimit<T>(
  bytes: number,
  work: (getRefused: () => RefusedGrowth | undefined) => Promise<T>,
): Promise<T> {
  limitBytes = bytes;
  refused = undefined;
  try {
    return await work(() => refused);
  } finally {
    limitBytes = Infinity;
    refused = undefined;
  }
}

/** Returns the size to which each memory may grow during the current work. */
export function getMemoryLimit(): number {
  return limitBytes;
}

/** Returns whether a memory may grow to this size. If it may not, the current work fails. */
export function mayGrowTo(bytes: number): boolean {
  if (bytes > limitBytes) refuseGrowth(bytes);
  return bytes <= limitBytes;
}

/** Makes the current work fail, because a memory cannot grow to this size. */
export function refuseGrowth(bytes: number): void {
  refused = { limit: limitBytes, got: bytes };
}

/** Checks that every memory could grow during the current work. @throws {RangeError} */
export function assertNothingRefused(): void {
  if (refused !== undefined) {
    throw new RangeError(`Cannot grow the memory: must have at most ${refused.limit} bytes, got ${refused.got}`);
  }
}
