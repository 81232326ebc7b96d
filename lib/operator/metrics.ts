import { formatMetrics, type Labels, type Metric, type Sample } from "@/lib/metrics/prometheus.ts";
import type { Histogram } from "@/lib/metrics/histogram.ts";
import type { Observed } from "@/lib/operator/observed.ts";
import { readCpuSeconds, readMemory, readUptime } from "@/lib/process/usage.ts";
import { countDescriptors } from "@/lib/process/descriptors.ts";
import { versionInfo } from "@/lib/process/version.ts";

/** Returns the state of the service in the Prometheus text format. */
export function renderMetrics(observed: Observed): string {
  return formatMetrics([
    ...listTraffic(observed),
    ...listAccess(observed),
    ...listFilters(observed),
    ...listLauncher(observed),
    ...listProcess(observed),
  ]);
}

function listTraffic({ traffic, errors }: Observed): Metric[] {
  const endpoints = traffic.counters();
  const requests = endpoints.flatMap(({ route, requests }) =>
    requests.map(({ count, method, status }): Sample => [count, { route, method, status }])
  );
  return [
    counter("pawkit_http_requests_total", "Answered requests", requests),
    histogram(
      "pawkit_http_request_duration_seconds",
      "Time from the arrival of a request until its response is ready",
      endpoints.map(({ route, durations }) => [durations, { route }]),
    ),
    counter(
      "pawkit_http_response_bytes_total",
      "Bytes of response bodies, without those whose length is not known in advance",
      endpoints.map(({ route, bytes }) => [bytes, { route }]),
    ),
    counter("pawkit_errors_total", "Error responses by code", byLabel("code", errors.report().failures)),
  ];
}

function listAccess({ access, errors }: Observed): Metric[] {
  const reasons = { banned: errors.count("banned"), "rate_limited": errors.count("rate_limited") };
  const { engine, isUp } = access.state;
  return [
    counter(
      "pawkit_refused_requests_total",
      "Requests of clients that are banned or limited",
      byLabel("reason", reasons),
    ),
    gauge("pawkit_bans", "Clients that are banned now", [[access.bans.list().length]]),
    counter("pawkit_bans_total", "Bans that this process issued", [[access.bans.issued]]),
    gauge("pawkit_state_up", "Whether the store of limits and bans is available", [[Number(isUp), { engine }]]),
  ];
}

function listFilters({ filters }: Observed): Metric[] {
  const { pool, cache, sources, isExhausted } = filters.status();
  const stages = Array.from(filters.counters.stages, ([stage, times]): Sample<Histogram> => [times, { stage }]);
  const { workers, busy, stuck } = pool;
  const { hits, misses } = cache;
  return [
    histogram("pawkit_filter_stage_duration_seconds", "Time of the stages of filters", stages),
    gauge("pawkit_filter_workers", "Maximum number of jobs at once", [[workers]]),
    gauge("pawkit_filter_jobs", "Running jobs; stuck ones have timed out", byLabel("state", { busy, stuck })),
    gauge("pawkit_filter_queue_jobs", "Jobs that wait for a worker", [[pool.waiting]]),
    gauge("pawkit_filter_exhausted", "Whether so many jobs are stuck that no other can start", [[Number(isExhausted)]]),
    counter(
      "pawkit_filter_cache_requests_total",
      "Filters by whether their result was cached",
      byLabel("result", { hit: hits, miss: misses }),
    ),
    gauge("pawkit_filter_cache_entries", "Cached results", [[cache.entries]]),
    gauge("pawkit_filter_cache_bytes", "Size of the cached results", [[cache.bytes]]),
    counter("pawkit_filter_sources_total", "Images of callers by outcome", byLabel("outcome", sources)),
  ];
}

function listLauncher({ launcher: { freshness } }: Observed): Metric[] {
  if (freshness === undefined) return [];
  // A time and not an age, so that an alert still sees it grow while scrapes fail.
  return [
    gauge("pawkit_launcher_data_timestamp_seconds", "When the data of the v5 API was last read from its source", [[
      Date.parse(freshness.asOf) / 1000,
    ]]),
    gauge("pawkit_launcher_data_stale", "Whether the source of the v5 data is unavailable", [[
      Number(freshness.isStale),
    ]]),
  ];
}

function listProcess({ eventLoop }: Observed): Metric[] {
  const { rss, heapUsed } = readMemory();
  const { version, runtime } = versionInfo();
  const descriptors = countDescriptors();
  return [
    gauge("pawkit_build_info", "The version of the service and its runtime", [[1, {
      version,
      deno: runtime.version,
      v8: runtime.v8,
    }]]),
    histogram("pawkit_event_loop_delay_seconds", "By how much timers are late", [[eventLoop.histogram]]),
    gauge("pawkit_heap_used_bytes", "Used part of the JavaScript heap", [[heapUsed]]),
    gauge("process_resident_memory_bytes", "Memory of the process", [[rss]]),
    counter("process_cpu_seconds_total", "Processor time of all threads", [[readCpuSeconds()]]),
    gauge(
      "process_open_fds",
      "Open file descriptors; at least this many if the process may not read /proc",
      descriptors === undefined ? [] : [[descriptors]],
    ),
    gauge("process_start_time_seconds", "When the process started, in seconds since 1970", [[
      Date.parse(readUptime().startedAt) / 1000,
    ]]),
  ];
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: "counter", samples };
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: "gauge", samples };
}

function histogram(name: string, help: string, samples: readonly Sample<Histogram>[]): Metric {
  return { name, help, type: "histogram", samples };
}

function byLabel(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([text, value]): [number, Labels] => [value, { [label]: text }]);
}
