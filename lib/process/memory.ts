/** Returns the memory of the process in bytes: all of it (`rss`), and the used part of the JavaScript heap. */
export function readMemory(): { readonly rss: number; readonly heapUsed: number } {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { rss, heapUsed };
}
