import { z } from "zod";
import { APP_NAME, APP_ROOT, APP_ROOT_EXAMPLE } from "@/lib/endpoints/app_name.ts";
import { defineEndpoint, type Endpoint } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";
import { SERIES_NAMES, STEP_SECONDS } from "@/lib/operator/history.ts";

const COUNTS = z.record(z.string(), z.int());

const TRAFFIC = z.object({
  requests: z.int(),
  byStatus: COUNTS,
  ms: z.object({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() }),
}).meta({ id: "Traffic" });

const STATUS = {
  uptime: z.number(),
  startedAt: z.iso.datetime(),
  human: z.string(),
  memory: z.object({ rss: z.int(), heapUsed: z.int() }),
  requests: z.object({ ...TRAFFIC.shape, endpoints: z.record(z.string(), TRAFFIC) }),
  filters: z.looseObject({}).nullable(),
  failures: COUNTS,
  sourceFailures: z.int(),
  limits: z.object({ points: z.int().nullable(), refused: z.int() }),
  state: z.object({ engine: z.enum(["memory", "kv", "redis"]), isUp: z.boolean() }),
  bans: z.int(),
  lastErrors: z.array(z.object({
    time: z.iso.datetime(),
    requestId: z.string().optional(),
    path: z.string(),
    code: z.string(),
    message: z.string(),
  })),
};

const STATUS_EXAMPLE = {
  uptime: 12307.412,
  startedAt: "2026-11-15T08:00:00.000Z",
  human: "3h 25m 7s",
  memory: { rss: 92_491_776, heapUsed: 21_934_040 },
  requests: {
    requests: 1204,
    byStatus: { "200": 1190, "404": 14 },
    ms: { p50: 0.1, p90: 0.4, p99: 31.5, max: 88.2 },
    endpoints: {},
  },
  filters: { pool: { workers: 2, busy: 0, waiting: 0, stuck: 0 }, isExhausted: false },
  failures: { "unknown_type": 14 },
  sourceFailures: 0,
  limits: { points: 1200, refused: 0 },
  state: { engine: "memory", isUp: true },
  bans: 0,
  lastErrors: [],
};

const HISTORY_EXAMPLE = {
  stepSeconds: STEP_SECONDS,
  times: [1_794_729_600, 1_794_729_610],
  series: { requests: [31.2, 28.9], errors: [0, 0], p99: [4.6, 5.1], fetch: [null, 88.1] },
};

const METRICS_EXAMPLE = [
  "# HELP pawkit_http_requests_total Answered requests",
  "# TYPE pawkit_http_requests_total counter",
  'pawkit_http_requests_total{route="/api/v1/uptime",method="GET",status="2xx"} 1190',
  "",
].join("\n");

/** The endpoints that require the operator's token. */
export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  describe("status", {
    summary: "Returns the state of the service: requests, latencies, filters, limits and the last errors",
    description: "Counters start at zero when this instance starts. Latencies are in milliseconds.",
    responses: [jsonResponse(STATUS, STATUS_EXAMPLE)],
  }),
  describe("bans", {
    summary: "Returns the banned clients and the end of each ban",
    description:
      "Ten wrong tokens within ten minutes ban a client for 24 hours. The right token lifts the ban of its client.",
    responses: [jsonResponse(
      { total: z.int(), bans: z.array(z.object({ client: z.string(), until: z.iso.datetime() }).meta({ id: "Ban" })) },
      { total: 1, bans: [{ client: "192.0.2.7", until: "2026-11-16T08:30:00.000Z" }] },
    )],
  }),
  describe("history", {
    summary: "Returns the last hour in steps of ten seconds: traffic, latencies, filters and the process",
    description:
      "Oldest sample first; `null` where there is nothing to measure. `requests`, `errors` (5xx) and `refused` are per " +
      "second, latencies and the mean times of the filter stages (`fetch`, `decode`, `filter`, `encode`) in " +
      "milliseconds, `cacheHits` and `cpu` shares of 1, `rss` and `heapUsed` in bytes. The history of an instance " +
      "starts with its process.",
    responses: [jsonResponse(
      {
        stepSeconds: z.int(),
        times: z.array(z.int()),
        series: z.partialRecord(z.enum(SERIES_NAMES), z.array(z.number().nullable())),
      },
      HISTORY_EXAMPLE,
    )],
  }),
  defineEndpoint({
    id: "metrics",
    group: "operator",
    path: "/metrics",
    summary: "Returns the state of the service in the text format of Prometheus",
    description: "Prometheus sends the token if it is set as `authorization.credentials` of the scrape configuration.",
    responses: [{ type: "text/plain", example: METRICS_EXAMPLE }],
    errors: ["authentication_required", "banned", "not_found"],
  }),
  defineEndpoint({
    id: "operator",
    group: "operator",
    path: "/operator",
    summary: "Returns the page that asks for the token and shows the last hour, the last errors and the bans",
    responses: [{ type: "text/html", headers: ["etag"] }],
    errors: ["banned"],
  }),
];

function describe(name: string, about: Pick<Endpoint, "summary" | "description" | "responses">): Endpoint {
  return defineEndpoint({
    ...about,
    id: `v5-operator-${name}`,
    group: "operator",
    path: `${APP_ROOT}/operator/${name}`,
    pathParameters: APP_NAME,
    errors: ["authentication_required", "banned", "not_found", "unknown_app"],
    example: `${APP_ROOT_EXAMPLE}/operator/${name}`,
  });
}
