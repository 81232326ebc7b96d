import { closeSync, openSync } from "node:fs";
import process from "node:process";

/** Returns the processor time of this process, including its threads, in seconds. */
export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Returns the number of open file descriptors. Deno opens `/proc` only to a process with all permissions. With fewer,
 * the result is the lowest free number, which the next file gets: at least so many are open.
 */
export function countDescriptors(): number | undefined {
  try {
    return [...Deno.readDirSync("/proc/self/fd")].length;
  } catch {
    return findFreeDescriptor();
  }
}

function findFreeDescriptor(): number | undefined {
  try {
    const descriptor = openSync(new URL(import.meta.url), "r");
    closeSync(descriptor);
    return descriptor;
  } catch {
    return undefined; // None is free, or this is not a file system.
  }
}
