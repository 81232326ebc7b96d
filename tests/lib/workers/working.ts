import { ApiError } from "@/lib/http/errors.ts";
import { MemoryBudget } from "@/lib/workers/memory.ts";
import { Pool, type PoolOptions } from "@/lib/workers/pool.ts";
import { createWorkerStarter } from "@/lib/workers/start_worker.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { Work, type WorkOptions } from "@/lib/workers/work.ts";

/** The default of MEMORY_BUDGET. */
export const MEMORY_BYTES = 512 * 1024 * 1024;

/** Creates a memory of which jobs may take all. */
export function createMemory(memoryBudget: number = MEMORY_BYTES): MemoryBudget {
  return new MemoryBudget({ memoryBudget, maxJobBytes: memoryBudget });
}

/** Creates a pool that runs its jobs in the thread of the test, or in workers, without a time limit. */
export function createPool(options: Partial<PoolOptions> = {}): Pool {
  const { filterWorkers = 0, memory = createMemory() } = options;
  return new Pool({
    filterTimeoutMs: 300_000,
    room: new WaitingRoom(),
    startWorker: createWorkerStarter({ filterWorkers }),
    ...options,
    filterWorkers,
    memory,
  });
}

/** Who work is for. */
export interface TestClient extends Omit<WorkOptions, "reservation"> {
  readonly client?: string;
  readonly signal?: AbortSignal;
}

/** Creates the work of a client without limits. */
export function createWork(memory: MemoryBudget, { client = "a", signal, ...options }: TestClient = {}): Work {
  const createError = () => new ApiError("overloaded", "Cannot");
  return new Work({ ...options, reservation: memory.reserve({ client, signal, createError }) });
}
