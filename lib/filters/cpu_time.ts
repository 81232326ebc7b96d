import process from "node:process";

/**
 * Returns the processor time that this thread has used, in milliseconds and steps of 10; on a runtime that cannot
 * measure it, the time that has passed. Only differences mean something.
 */
export function readCpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
