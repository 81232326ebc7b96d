/** Calls a function once after a delay, without keeping the process running. Returns a function that cancels it. */
export function setBackgroundTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  Deno.unrefTimer(Number(timer));
  return () => clearTimeout(timer);
}

/** Calls a function regularly, without keeping the process running. Returns a function that stops it. */
export function setBackgroundInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  Deno.unrefTimer(Number(timer));
  return () => clearInterval(timer);
}

/**
 * Does work again and again, without keeping the process running: `ms` after the start, and then `ms` after each end.
 * Returns a function that stops it.
 */
export function repeatInBackground(ms: number, work: () => Promise<void>): () => void {
  let stop = () => {};
  let isStopped = false;
  const schedule = () => {
    if (!isStopped) stop = setBackgroundTimeout(ms, () => void work().finally(schedule));
  };
  schedule();
  return () => {
    isStopped = true;
    stop();
  };
}
