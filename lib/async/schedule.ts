/** Runs a function once after a delay, and returns a function that cancels it. */
export type Schedule = (delayMs: number, run: () => void) => () => void;

/** Schedules on a timer that does not keep the process alive. */
export function scheduleUnref(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  Deno.unrefTimer(timer);
  return () => clearTimeout(timer);
}
