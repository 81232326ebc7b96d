import { ApiError } from "@/lib/http/errors.ts";
import { Histogram } from "@/lib/metrics/histogram.ts";

/** Counts what filters do: the time of each stage, and how loading the sources ended. */
export class FilterCounters {
  /** The times of `fetch`, `queue`, `draw`, `decode`, `filter` and `encode`. */
  readonly stages: Map<string, Histogram> = new Map();
  /** The number of sources by outcome: `loaded`, `aborted` or the code of the error. */
  readonly outcomes: Map<string, number> = new Map();
  /** The number of files that a codec could not decode, by format. */
  readonly broken: Map<string, number> = new Map();

  /** Counts a file that could not be decoded. */
  addBroken(format: string): void {
    this.broken.set(format, (this.broken.get(format) ?? 0) + 1);
  }

  /** Counts the time of a stage. */
  addTime(stage: string, ms: number): void {
    let histogram = this.stages.get(stage);
    if (histogram === undefined) {
      histogram = new Histogram();
      this.stages.set(stage, histogram);
    }
    histogram.add(ms);
  }

  /** Loads a source, and counts its time and outcome. */
  async countSource<Source>(load: () => Promise<Source>): Promise<Source> {
    const startedAt = performance.now();
    let outcome = "loaded";
    try {
      return await load();
    } catch (error) {
      outcome = error instanceof ApiError ? error.code : "aborted";
      throw error;
    } finally {
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
      this.addTime("fetch", performance.now() - startedAt);
    }
  }
}
