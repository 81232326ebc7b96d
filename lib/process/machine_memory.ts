/** The default of MEMORY_BUDGET on a machine with enough memory. */
const DEFAULT_BUDGET_BYTES = 512 * 1024 * 1024;

/** Where Linux states the memory limit of a container, in versions 2 and 1 of its control groups. */
const CGROUP_LIMITS = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/** Returns the default of MEMORY_BUDGET: half of the memory that this process may use, but not more than 512 MiB. */
export function defaultMemoryBudget(): number {
  const available = Math.min(readSystemMemory(), ...CGROUP_LIMITS.map(readLimit));
  return Math.min(DEFAULT_BUDGET_BYTES, Math.floor(available / 2));
}

function readSystemMemory(): number {
  try {
    return Deno.systemMemoryInfo().total;
  } catch {
    // Not permitted, or not known to this runtime.
    return Infinity;
  }
}

// Deno lets a program read these files only if it may do everything, as on Deno Deploy.
function readLimit(file: string): number {
  try {
    // "max", or a number beyond all memory, means that there is no limit.
    return Number.parseInt(Deno.readTextFileSync(file)) || Infinity;
  } catch {
    return Infinity;
  }
}
