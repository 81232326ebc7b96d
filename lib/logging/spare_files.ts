/** As many as Deno opens at once to translate a stack. */
const SPARES = 2;

/**
 * Keeps file descriptors back for the moment in which there are no others.
 *
 * Deno 2.9 panics when it has to translate the stack of an error into lines of TypeScript and cannot open a file for
 * it: one connection too many and one error in the log would end the service.
 */
export class SpareFiles {
  #files: Deno.FsFile[] = [];

  /** Opens them. */
  constructor() {
    this.#open();
  }

  /** Does something while they are free to be used. */
  lend<T>(work: () => T): T {
    this.close();
    try {
      return work();
    } finally {
      this.#open();
    }
  }

  /** Lets go of them. */
  close(): void {
    for (const file of this.#files.splice(0)) file.close();
  }

  #open(): void {
    try {
      while (this.#files.length < SPARES) this.#files.push(Deno.openSync(new URL(import.meta.url)));
    } catch {
      // Someone else took them meanwhile, or there are no files here: the next error finds none kept back.
    }
  }
}
