const MIB = 2 ** 20;

/** The default of MEMORY_BUDGET on a machine with enough memory. */
const DEFAULT_BUDGET_BYTES = 400 * MIB;

/** The memory that the service needs besides its filter jobs. */
const OTHER_BYTES = 500 * MIB;

/** The least MEMORY_BUDGET. With less there is no memory to filter even a small picture. */
export const MIN_BUDGET_BYTES = 128 * MIB;

/** Returns the default of MEMORY_BUDGET for a machine with this much memory, in bytes. */
export function defaultMemoryBudget(memoryBytes: number = Deno.systemMemoryInfo().total): number {
  return Math.max(MIN_BUDGET_BYTES, Math.min(DEFAULT_BUDGET_BYTES, memoryBytes - OTHER_BYTES));
}

/**
 * Returns whether the machine has less than 900 MiB, so that gates and caches must be smaller. The budget shows this,
 * because its default is lower on such a machine. The service may not read the memory limit of a container, but the
 * operator of a container sets MEMORY_BUDGET beside that limit.
 */
export function isSmallMachine(memoryBudget: number): boolean {
  return memoryBudget < DEFAULT_BUDGET_BYTES;
}
