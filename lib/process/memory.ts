/** The memory of the process in bytes: all of it, and the used part of the heap. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** Returns how much memory the process uses. */
export function readMemory(): Memory {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { rss, heapUsed };
}
