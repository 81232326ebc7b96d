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
