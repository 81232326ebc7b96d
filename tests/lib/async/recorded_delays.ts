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

/** Lets no timeout of `ms` milliseconds pass until it is disposed, however busy the machine is. */
export function holdTimeouts(ms: number): Disposable {
  const original = globalThis.setTimeout;
  globalThis.setTimeout = ((run: () => void, delay = 0) => {
    return original(run, delay === ms ? 2 ** 30 : delay);
  }) as typeof setTimeout;
  return {
    [Symbol.dispose]() {
      globalThis.setTimeout = original;
    },
  };
}
