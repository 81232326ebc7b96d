import { closeSync, openSync } from "node:fs";

/** File descriptors that must be free: more than an import needs at once. */
const NEEDED_FOR_IMPORT = 16;

/** How many files Deno opens at once to map a stack trace. */
const NEEDED_FOR_STACK = 2;

/**
 * Returns whether the process can open more files. If it cannot, postpone imports: Deno 2.9 panics if an import finds
 * no free file descriptor.
 */
export function hasFreeDescriptors(): boolean {
  return findFreeDescriptors(NEEDED_FOR_IMPORT).length === NEEDED_FOR_IMPORT;
}

/**
 * Returns the number of open file descriptors. Deno opens `/proc` only to a process with all permissions. With fewer,
 * the result is the lowest free number, which the next file gets: at least that many are open.
 */
export function countDescriptors(): number | undefined {
  try {
    return [...Deno.readDirSync("/proc/self/fd")].length;
  } catch {
    return findFreeDescriptors(1)[0];
  }
}

/**
 * Reserves file descriptors for the moment when no others are left.
 *
 * Deno 2.9 panics if it maps a stack trace to lines of TypeScript and cannot open the files for that. One
 * connection too many and one error in the log would end the service.
 */
export class ReservedDescriptors {
  #descriptors = openDescriptors(NEEDED_FOR_STACK);

  /** Runs work that may need the descriptors. They are free while it runs. */
  releaseDuring<T>(work: () => T): T {
    this.close();
    try {
      return work();
    } finally {
      this.#descriptors = openDescriptors(NEEDED_FOR_STACK);
    }
  }

  /** Frees the descriptors. */
  close(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }
}

function findFreeDescriptors(count: number): readonly number[] {
  const descriptors = openDescriptors(count);
  for (const descriptor of descriptors) closeSync(descriptor);
  return descriptors;
}

/** Opens this file this many times, or fewer if no descriptor is left or this code is not in a file. */
function openDescriptors(count: number): number[] {
  const descriptors: number[] = [];
  try {
    while (descriptors.length < count) descriptors.push(openSync(new URL(import.meta.url), "r"));
  } catch {
    // The caller sees that there are fewer.
  }
  return descriptors;
}
