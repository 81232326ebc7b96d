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
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < NEEDED_FOR_IMPORT) files.push(openThisFile());
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EMFILE");
  } finally {
    for (const file of files) file.close();
  }
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

/**
 * Reserves file descriptors for the moment when no others are left.
 *
 * Deno 2.9 panics if it maps a stack trace to lines of TypeScript and cannot open the files for that. One
 * connection too many and one error in the log would end the service.
 */
export class SpareFiles {
  readonly #files: Deno.FsFile[] = [];

  constructor() {
    this.#open();
  }

  /** Runs work that may need the descriptors. They are free while it runs. */
  releaseDuring<T>(work: () => T): T {
    this.close();
    try {
      return work();
    } finally {
      this.#open();
    }
  }

  /** Frees the descriptors. */
  close(): void {
    for (const file of this.#files.splice(0)) file.close();
  }

  #open(): void {
    try {
      while (this.#files.length < NEEDED_FOR_STACK) this.#files.push(openThisFile());
    } catch {
      // Other connections took the descriptors, or this code is not in a file. There is no reserve for the next error.
    }
  }
}

function openThisFile(): Deno.FsFile {
  return Deno.openSync(new URL(import.meta.url));
}
