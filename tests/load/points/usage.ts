/** Processor time that a process has used since its start, in milliseconds. */
export interface ProcessorTime {
  /** Of the thread that answers requests. */
  readonly main: number;
  /** Of all threads, including those that have ended. */
  readonly all: number;
}

/** The unit of /proc/…/stat on Linux. */
const TICK_MS = 10;

/** Returns the processor time of a process. */
export function readProcessorTime(pid: number): ProcessorTime {
  // The name of the program, in parentheses, may contain spaces.
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return { main: readMainMs(pid), all: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}

/** Returns the processor time of the main thread, exactly: its /proc/…/stat has steps of 10 ms. */
export function readMainMs(pid: number): number {
  return Number(Deno.readTextFileSync(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[0]) / 1e6;
}
