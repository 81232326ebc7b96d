import type { FetchOptions } from "@/lib/blocklist/sources.ts";

/** Receives what the generator is doing. */
export interface Progress {
  /** Receives each step once. */
  step(text: string): void;
  /** Receives how far the current step is, many times. */
  update(text: string): void;
  /** Removes what is only of interest while the generator runs. */
  clear(): void;
}

/** Shows nothing. */
export const NO_PROGRESS: Progress = { step: () => {}, update: () => {}, clear: () => {} };

/**
 * Creates the display of a terminal with this number of columns, which is one line that is overwritten; without a
 * number, each step is a line of its own, for pipes and logs.
 */
export function createProgress(write: (text: string) => void, columns: number | undefined): Progress {
  if (columns === undefined) return { ...NO_PROGRESS, step: (text) => write(`${text}\n`) };
  // A longer text would continue in the next line, and only the last line can be overwritten.
  const show = (text: string) => write(`\r\x1b[2K${text.slice(0, columns - 1)}`);
  return { step: show, update: show, clear: () => show("") };
}

/** Shows all fetches that are running together, and a step for each one that has ended. */
export function showFetches(progress: Progress, total: number): Pick<FetchOptions, "onBytes" | "onFetched"> {
  const running = new Map<string, number>();
  let ended = 0;
  const update = () => {
    const texts = [...running].map(([id, bytes]) => `${id} ${toSize(bytes)}`);
    progress.update(`fetched ${ended} of ${total} sources${texts.length === 0 ? "" : `: ${texts.join(", ")}`}`);
  };
  return {
    onBytes: (id, bytes) => {
      running.set(id, bytes);
      update();
    },
    onFetched: (id, { isUnchanged, fetchError }) => {
      const size = toSize(running.get(id) ?? 0);
      running.delete(id);
      ended++;
      if (fetchError !== undefined) progress.step(`cannot fetch ${id}, using its last good copy: ${fetchError}`);
      else progress.step(isUnchanged ? `${id} has not changed` : `fetched ${id}: ${size}`);
      update();
    },
  };
}

function toSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
