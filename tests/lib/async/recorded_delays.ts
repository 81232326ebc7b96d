/** Records the delays of timers until it is disposed, and lets them pass at once. */
export function recordDelays(name: "setTimeout" | "setInterval"): Disposable & { readonly delays: number[] } {
  const original = globalThis[name];
  const delays: number[] = [];
  globalThis[name] = ((run: () => void, ms = 0) => {
    delays.push(ms);
    return original(run, 0);
  }) as typeof setTimeout & typeof setInterval;
  return {
    delays,
    [Symbol.dispose]() {
      globalThis[name] = original as typeof setTimeout & typeof setInterval;
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
