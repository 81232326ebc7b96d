/** How many files Deno opens at once to map a stack trace. */
const SPARES = 2;

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
      while (this.#files.length < SPARES) this.#files.push(Deno.openSync(new URL(import.meta.url)));
    } catch {
      // Other connections took the descriptors, or this code is not in a file. There is no reserve for the next error.
    }
  }
}
