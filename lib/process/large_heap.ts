import { setBackgroundInterval } from "@/lib/async/background_timer.ts";

/** From this size on, the heap of V8 is large. It has 20 to 60 MB unless the service is attacked. */
const LARGE_BYTES = 96 * 1024 * 1024;

/** How often the heap is measured, which takes a tenth of a millisecond. */
const MEASURE_MS = 2000;

/** V8 collects soon, and returns what is free. JSON would take an eighth more processor time if it always did. */
const SAVING = ["--memory-saver-mode", "--memory-reducer-delay-ms=1000"];

/** The defaults of V8. */
const NORMAL = ["--no-memory-saver-mode", "--memory-reducer-delay-ms=8000"];

/**
 * Makes V8 save memory while its heap is large. By default it collects when as much again has been allocated. After an
 * attack that takes minutes, because other requests allocate little (docs/decisions/0008-garbage.md).
 */
export function saveMemoryOfLargeHeap(): void {
  const choose = createFlagChoice();
  setBackgroundInterval(MEASURE_MS, async () => {
    const flags = choose(Deno.memoryUsage().heapTotal);
    if (flags.length === 0) return;
    const { setFlagsFromString } = await import("node:v8");
    flags.forEach(setFlagsFromString);
  });
}

/** Returns a function that returns which flags of V8 must change when the heap has a size; mostly none. */
export function createFlagChoice(): (heapBytes: number) => readonly string[] {
  let isLarge = false;
  return (heapBytes) => {
    if (isLarge === heapBytes >= LARGE_BYTES) return [];
    isLarge = !isLarge;
    return isLarge ? SAVING : NORMAL;
  };
}
