/** The limit that refused to let a memory grow, and what was asked for. */
export interface RefusedGrowth {
  readonly limit: number;
  readonly got: number;
}

// A thread works on one image at a time, so its limit need not be passed through all codecs.
let limitBytes = Infinity;
let refused: RefusedGrowth | undefined;

/**
 * Does work whose WebAssembly memories may each grow to `bytes`. `getRefused` returns what was refused during the work:
 * an error of the work is about the memory then, whatever a codec made of it.
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

/** Returns whether a memory may grow to this size. */
export function mayGrowTo(bytes: number): boolean {
  if (bytes <= limitBytes) return true;
  refused = { limit: limitBytes, got: bytes };
  return false;
}

/** Whether the limit has refused to let a memory grow during the current work. */
export function hasRefusedMemory(): boolean {
  return refused !== undefined;
}
