/** Time between two samples, in seconds. */
export const STEP_SECONDS = 10;

/** What is sampled. All of it is about the time since the previous sample, except sizes and numbers of jobs. */
export const SERIES = [
  "requests",
  "errors",
  "refused",
  "p50",
  "p90",
  "p99",
  "busy",
  "waiting",
  "fetch",
  "decode",
  "filter",
  "encode",
  "cacheHits",
  "cpu",
  "rss",
  "heapUsed",
  "eventLoopDelay",
] as const;

/** The name of a series. */
export type SeriesName = typeof SERIES[number];
