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
