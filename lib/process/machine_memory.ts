/** The default of MEMORY_BUDGET on a machine with enough memory. */
const DEFAULT_BUDGET_BYTES = 512 * 1024 * 1024;

/** The least MEMORY_BUDGET: with less there is no memory for a filter of even a small picture. */
export const MIN_BUDGET_BYTES = 128 * 1024 * 1024;

/** Where Linux states the memory limit of a container, in versions 2 and 1 of its control groups. */
const CGROUP_LIMITS = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/** Where the memory of a machine is stated, so that a test can state another. */
export interface MachineMemory {
  readonly systemMemoryInfo: () => { readonly total: number };
  readonly readTextFileSync: (path: string) => string;
}

/** Returns the default of MEMORY_BUDGET: half of the memory that this process may use, from 128 to 512 MiB. */
export function defaultMemoryBudget(machine: MachineMemory = Deno): number {
  return Math.max(MIN_BUDGET_BYTES, Math.min(DEFAULT_BUDGET_BYTES, Math.floor(readAvailableMemory(machine) / 2)));
}

/** Returns the bytes of memory that this process may use: those of the machine, or of its container. */
export function readAvailableMemory({ systemMemoryInfo, readTextFileSync }: MachineMemory = Deno): number {
  // Deno lets a program read these files only if it may do everything, as on Deno Deploy. "max", or a number beyond all
  // memory, means that there is no limit.
  const limits = CGROUP_LIMITS.map((file) => attempt(() => Number.parseInt(readTextFileSync(file)) || Infinity));
  return Math.min(attempt(() => systemMemoryInfo().total), ...limits);
}

/** Returns a number of bytes; no limit if it is not permitted to know it, or the runtime does not. */
function attempt(read: () => number): number {
  try {
    return read();
  } catch {
    return Infinity;
  }
}
