/** Runs something once, later, and gives back how to call it off. */
export type Schedule = (delayMs: number, run: () => void) => () => void;

/** Schedules on a timer that does not keep the process alive. */
export function scheduleUnref(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  Deno.unrefTimer(timer);
  return () => clearTimeout(timer);
}
