/** Receives what a program is doing. */
export interface Progress {
  /** Receives each step once. */
  step(text: string): void;
  /** Receives how far the current step is, many times. */
  update(text: string): void;
  /** Removes what is only of interest while the program runs. */
  clear(): void;
}

/**
 * Creates the display of a terminal with this number of columns, which is one line that is overwritten; without a
 * number, each step is a line of its own, for pipes and logs.
 */
export function createProgress(write: (text: string) => void, columns: number | undefined): Progress {
  if (columns === undefined) return { step: (text) => write(`${text}\n`), update: () => {}, clear: () => {} };
  // A longer text would continue in the next line, and only the last line can be overwritten.
  const show = (text: string) => write(`\r\x1b[2K${text.slice(0, columns - 1)}`);
  return { step: show, update: show, clear: () => show("") };
}

/** Creates the display of a program that runs in a terminal. It writes to stderr, so that stdout has only results. */
export function createTerminalProgress(): Progress {
  // Some terminals report a width of 0.
  const columns = Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : undefined;
  return createProgress((text) => print(Deno.stderr, text), columns);
}

/** Writes a string at once. */
export function print(stream: Pick<Deno.FsFile, "writeSync">, text: string): void {
  stream.writeSync(new TextEncoder().encode(text));
}
