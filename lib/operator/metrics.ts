import process from "node:process";
import type { AccessControl } from "@/lib/access/access_control.ts";
import type { Content } from "@/lib/content/mod.ts";
import type { Filters } from "@/lib/filters/filters.ts";
import { countDescriptors } from "@/lib/fs/descriptors.ts";
import type { Launcher } from "@/lib/launcher/launcher.ts";
import type { LostLines } from "@/lib/logging/line_queue.ts";
import type { ErrorCounts } from "@/lib/metrics/error_counts.ts";
import type { Histogram } from "@/lib/metrics/histogram.ts";
import type { Metrics, Sample } from "@/lib/metrics/prometheus.ts";
import type { Traffic } from "@/lib/metrics/traffic.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

/** The parts of the service that count something. */
export interface MetricInputs {
  readonly access: Pick<AccessControl, "bans" | "store">;
  readonly commit: string | null;
  readonly content: Pick<Content, "pictures">;
  readonly errorCounts: ErrorCounts;
  /** By how much timers are late. */
  readonly eventLoopDelays: Histogram;
  readonly filters: Pick<Filters, "counters" | "status">;
  readonly launcher: Pick<Launcher, "freshness">;
  /** The lines that are not in the logs. */
  readonly lostLines: LostLines;
  readonly traffic: Traffic;
}

/** Returns the table of all metrics: what each means, and its value now. `/metrics` and the history show them. */
export function readMetrics(counted: MetricInputs): Metrics {
  return { ...readRequests(counted), ...readFilters(counted), ...readData(counted), ...readProcess(counted) };
}

function readRequests({ access, errorCounts, traffic }: MetricInputs): Metrics {
  const endpoints = [...traffic.endpoints];
  const { failures } = errorCounts.report();
  return {
    "pawkit_http_requests_total": ["Answered requests", endpoints.flatMap(([route, each]) => each.toSamples(route))],
    "pawkit_http_request_duration_seconds": [
      "Time from the arrival of a request until its response is ready",
      endpoints.map(([route, { durations }]) => [durations.copy(), { route }]),
    ],
    "pawkit_http_response_bytes_total": [
      "Bytes of response bodies, without those whose length is not known in advance",
      endpoints.map(([route, { bytes }]) => [bytes, { route }]),
    ],
    "pawkit_errors_total": ["Error responses by code", byLabel("code", failures)],
    "pawkit_refused_requests_total": [
      "Requests of clients that are banned or limited",
      byLabel("reason", { banned: failures.banned ?? 0, "rate_limited": failures.rate_limited ?? 0 }),
    ],
    "pawkit_bans": ["Clients that are banned now", access.bans.list().length],
    "pawkit_bans_total": ["Bans that this process issued", access.bans.issued],
    "pawkit_state_up": [
      "Whether the store of limits and bans is available",
      [[Number(access.store.isUp), { engine: access.store.engine }]],
    ],
  };
}

function readFilters({ filters }: MetricInputs): Metrics {
  const { pool, cache, sources } = filters.status();
  const { used, limit } = pool.memory;
  return {
    "pawkit_filter_stage_duration_seconds": [
      "Time of the stages of filters",
      Array.from(filters.counters.stages, ([stage, times]) => [times.copy(), { stage }]),
    ],
    "pawkit_filter_workers": ["Maximum number of jobs at once", pool.workers],
    "pawkit_filter_jobs": [
      "Running jobs; the stuck ones among them have timed out",
      byLabel("state", { busy: pool.busy, stuck: pool.stuck }),
    ],
    "pawkit_filter_worker_failures_total": ["Workers that failed, or could not be started", pool.failures],
    "pawkit_waiting_requests": ["Requests that wait for their turn, a slot or a worker", pool.waiting],
    "pawkit_filter_stalled": [
      "Whether no job can start, and none has ended for a minute or twice FILTER_TIMEOUT_MS, whichever is longer",
      Number(pool.isStalled),
    ],
    "pawkit_memory_budget_bytes": [
      "The memory for pictures in progress, and how much is in use",
      byLabel("state", { used, limit }),
    ],
    "pawkit_filter_cache_requests_total": [
      "Filters by whether their result was cached",
      byLabel("result", { hit: cache.hits, miss: cache.misses }),
    ],
    "pawkit_filter_cache_entries": ["Cached results", cache.entries],
    "pawkit_filter_cache_bytes": ["Size of the cached results", cache.bytes],
    "pawkit_filter_sources_total": ["Images of callers by outcome", byLabel("outcome", sources)],
    "pawkit_filter_broken_images_total": [
      "Images that could not be decoded, by the format of their codec",
      byLabel("codec", Object.fromEntries(filters.counters.broken)),
    ],
  };
}

function readData({ content, launcher: { freshness } }: MetricInputs): Metrics {
  return {
    "pawkit_picture_cache_requests_total": [
      "Pictures of animals by whether they were cached",
      byLabel("result", { ...content.pictures.counts }),
    ],
    // A time and not an age, so that an alert still sees it grow while scrapes fail.
    "pawkit_launcher_data_timestamp_seconds": [
      "When the data of the v5 API was last read from its source",
      freshness && Date.parse(freshness.asOf) / 1000,
    ],
    "pawkit_launcher_data_stale": [
      "Whether the source of the v5 data is unavailable or invalid",
      freshness && Number(freshness.isStale),
    ],
  };
}

function readProcess({ commit, eventLoopDelays, lostLines }: MetricInputs): Metrics {
  const { version, runtime } = SERVICE_INFO;
  const { heapUsed, rss } = readMemory();
  const { user, system } = process.cpuUsage();
  return {
    "pawkit_build_info": [
      "The version of the service and its runtime",
      [[1, { version, commit: commit ?? "", deno: runtime.version, v8: runtime.v8 }]],
    ],
    "pawkit_log_lines_lost_total": [
      "Log lines that were not written: dropped if the disk or the console failed or was too slow, full if the file " +
      "of the day has reached its limit",
      byLabel("reason", { ...lostLines }),
    ],
    "pawkit_event_loop_delay_seconds": ["By how much timers are late", eventLoopDelays.copy()],
    "pawkit_heap_used_bytes": ["Used part of the JavaScript heap", heapUsed],
    "process_resident_memory_bytes": ["Memory of the process", rss],
    "process_cpu_seconds_total": ["Processor time of all threads", (user + system) / 1e6],
    "process_open_fds": [
      "Open file descriptors; at least this many if the process may not read /proc",
      countDescriptors(),
    ],
    "process_start_time_seconds": ["When the process started, in seconds since 1970", performance.timeOrigin / 1000],
  };
}

/** Returns the memory of the process and the used part of the JavaScript heap, in bytes. */
export function readMemory(): Pick<Deno.MemoryUsage, "rss" | "heapUsed"> {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { rss, heapUsed };
}

function byLabel(label: string, values: Readonly<Partial<Record<string, number>>>): Sample[] {
  return Object.entries(values).map(([text, value = 0]) => [value, { [label]: text }]);
}
