/** What a job may take. */
export interface JobLimits {
  /** The bytes to which each WebAssembly memory may grow. */
  readonly memoryBytes: number;
  /** Throws if the job should end, for example because nobody waits for it any more. */
  readonly check: () => void;
}

/** The limit that refused to let a memory grow, and what was asked for. */
export interface RefusedGrowth {
  readonly limit: number;
  readonly got: number;
}

const UNLIMITED: JobLimits = { memoryBytes: Infinity, check: () => {} };

// A job is synchronous, so a thread works on one at a time, and its limits need not be passed through all codecs.
let limits = UNLIMITED;
let refused: RefusedGrowth | undefined;

/**
 * Does a job within limits. `getRefused` returns what was refused during the job, which then fails: whatever error it
 * throws is about the memory.
 */
export function withLimits<T>(given: JobLimits, job: (getRefused: () => RefusedGrowth | undefined) => T): T {
  limits = given;
  refused = undefined;
  try {
    return job(() => refused);
  } finally {
    limits = UNLIMITED;
    refused = undefined;
  }
}

/** Throws if the current job should end. */
export function checkJob(): void {
  limits.check();
}

/** Returns the size to which each memory may grow during the current job. */
export function getMemoryLimit(): number {
  return limits.memoryBytes;
}

/** Returns whether a memory may grow to this size. If it may not, the current job fails. */
export function mayGrowTo(bytes: number): boolean {
  if (bytes > limits.memoryBytes) refuseGrowth(bytes);
  return bytes <= limits.memoryBytes;
}

/** Makes the current job fail, because a memory cannot grow to this size. */
export function refuseGrowth(bytes: number): void {
  refused = { limit: limits.memoryBytes, got: bytes };
}

/** Checks that every memory could grow during the current job. @throws {RangeError} */
export function assertNothingRefused(): void {
  if (refused !== undefined) {
    throw new RangeError(`Cannot grow the memory: must have at most ${refused.limit} bytes, got ${refused.got}`);
  }
}
