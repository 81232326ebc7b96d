/** How many files Deno opens at once to map a stack. */
const SPARES = 2;

/**
 * Reserves file descriptors for the moment when no others are left.
 *
 * Deno 2.9 panics if it maps the stack of an error to lines of TypeScript and cannot open the files for that. One
 * connection too many and one error in the log would end the service.
 */
export class SpareFiles {
  readonly #files: Deno.FsFile[] = [];

  /** Reserves them. */
  constructor() {
    this.#open();
  }

  /** Runs work that may need the descriptors: they are free while it runs. */
  releaseDuring<T>(work: () => T): T {
    this.close();
    try {
      return work();
    } finally {
      this.#open();
    }
  }

  /** Frees them for good. */
  close(): void {
    for (const file of this.#files.splice(0)) file.close();
  }

  #open(): void {
    try {
      while (this.#files.length < SPARES) this.#files.push(Deno.openSync(new URL(import.meta.url)));
    } catch {
      // A connection took them in the meantime, or this code is not in a file: the next error goes without a reserve.
    }
  }
}
