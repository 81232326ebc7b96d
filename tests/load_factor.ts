/**
 * Multiplies a time limit by the number of programs that wait for each processor, so that a limit means the same amount
 * of work on a busy machine as on an idle one. It is at least doubled, because the load of the last minute is only a
 * guess of what comes.
 */
export function scaleToLoad(ms: number): number {
  const [load = 0] = Deno.loadavg();
  return Math.round(ms * 2 * Math.max(1, load / navigator.hardwareConcurrency));
}
