/** Records the delays of timers until it is disposed, and lets them pass at once. */
export function recordDelays(): Disposable & { readonly delays: number[] } {
  const original = globalThis.setTimeout;
  const delays: number[] = [];
  globalThis.setTimeout = ((run: () => void, ms = 0) => {
    delays.push(ms);
    return original(run, 0);
  }) as typeof setTimeout;
  return {
    delays,
    [Symbol.dispose]() {
      globalThis.setTimeout = original;
    },
  };
}

/** Lets no timer or signal of `ms` milliseconds time out until it is disposed, however busy the machine is. */
export function holdTimeouts(ms: number): Disposable {
  const original = globalThis.setTimeout;
  const originalSignal = AbortSignal.timeout;
  const hold = (delay: number) => delay === ms ? 2 ** 30 : delay;
  globalThis.setTimeout = ((run: () => void, delay = 0) => original(run, hold(delay))) as typeof setTimeout;
  AbortSignal.timeout = (delay) => originalSignal.call(AbortSignal, hold(delay));
  return {
    [Symbol.dispose]() {
      globalThis.setTimeout = original;
      AbortSignal.timeout = originalSignal;
    },
  };
}

/** Timers that end when a test says so. */
export interface CapturedTimeouts extends Disposable {
  /** Those that have been started and were not stopped, in this order. */
  readonly running: readonly (() => void)[];
  /** Ends those that run now. */
  expire(): void;
}

/** Captures all timers of `ms` milliseconds until it is disposed. */
export function captureTimeouts(ms: number): CapturedTimeouts {
  const { setTimeout: originalSet, clearTimeout: originalClear } = globalThis;
  const timers = new Map<unknown, () => void>();
  globalThis.setTimeout = ((run: () => void, delay = 0) => {
    if (delay !== ms) return originalSet(run, delay);
    const timer = originalSet(() => {}, 2 ** 30);
    timers.set(timer, run);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    originalClear(timer);
  };
  const expire = () => {
    for (const [timer, run] of [...timers]) {
      globalThis.clearTimeout(timer as number);
      run();
    }
  };
  return {
    get running() {
      return [...timers.values()];
    },
    expire,
    [Symbol.dispose]() {
      globalThis.setTimeout = originalSet;
      globalThis.clearTimeout = originalClear;
      for (const timer of timers.keys()) originalClear(timer as number);
    },
  };
}
