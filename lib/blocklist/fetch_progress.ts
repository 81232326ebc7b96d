import type { FetchOptions } from "@/lib/blocklist/sources.ts";
import type { Progress } from "@/lib/process/progress.ts";

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
