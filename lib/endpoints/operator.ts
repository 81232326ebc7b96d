import { z } from "zod";
import { BAN_MS, MAX_WRONG_TOKENS } from "@/lib/access/bans.ts";
import type { Definitions, EndpointDefinition, Installation } from "@/lib/endpoints/endpoint.ts";
import { APP_ROOT, describeAppName } from "@/lib/endpoints/launcher_endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";
import { count, instant } from "@/lib/http/fields.ts";
import { SERIES_NAMES, STEP_SECONDS } from "@/lib/operator/history.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";
import { ENGINES } from "@/lib/store/state_url.ts";
import { FAILURES_MS } from "@/lib/store/store.ts";

const text = z.string();
const zero = count.meta({ example: 0 });
const counts = z.record(text, count);

const traffic = z.object({
  requests: count.meta({ example: 1204 }),
  byStatus: counts.meta({ example: { "200": 1190, "404": 14 } }),
  ms: z.object({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() })
    .meta({ example: { p50: 0.1, p90: 0.4, p99: 31.5, max: 88.2 } }),
}).meta({ id: "Traffic" });

const lastError = z.object({ time: instant, requestId: text, path: text, code: text, message: text });

const STATUS = {
  version: text.meta({ example: SERVICE_INFO.version }),
  commit: text.nullable().meta({ example: null }),
  uptime: z.number().meta({ example: 12307.412 }),
  startedAt: instant,
  human: text.meta({ example: "3h 25m 7s" }),
  memory: z.object({ rss: count, heapUsed: count }).meta({ example: { rss: 92_491_776, heapUsed: 21_934_040 } }),
  requests: z.object({ ...traffic.shape, endpoints: z.record(text, traffic).meta({ example: {} }) }),
  filters: z.looseObject({})
    .meta({ example: { pool: { workers: 3, busy: 0, waiting: 0, stuck: 0, isStalled: false } } }),
  failures: counts.meta({ example: { "unknown_type": 14 } }),
  sourceFailures: zero,
  limits: z.object({ points: count.nullable(), refused: count }).meta({ example: { points: 1200, refused: 0 } }),
  state: z.object({ engine: z.enum(ENGINES), isUp: z.boolean() })
    .meta({ example: { engine: "redis", isUp: true } }),
  launcher: z.object({ ignored: z.record(text, z.array(text)) })
    .meta({ example: { ignored: { "a release must have a file, but none has been uploaded yet": ["v7.6.0"] } } }),
  bans: zero,
  lastErrors: z.array(lastError).meta({ example: [] }),
  lastSourceErrors: z.array(lastError).meta({ example: [] }),
  lastCallerErrors: z.array(lastError).meta({ example: [] }),
};

const BANNED_CLIENT = "192.0.2.7";

const ban = z.object({
  client: text.meta({ example: BANNED_CLIENT }),
  until: instant.meta({ example: "2026-11-16T08:30:00.000Z" }),
}).meta({ id: "Ban" });

const HISTORY = {
  stepSeconds: count.meta({ example: STEP_SECONDS }),
  times: z.array(count).meta({ example: [1_794_729_600, 1_794_729_610] }),
  series: z.partialRecord(z.enum(SERIES_NAMES), z.array(z.number().nullable()))
    .meta({ example: { requests: [31.2, 28.9], errors: [0, 0], p99: [4.6, 5.1], fetch: [null, 88.1] } }),
};

const METRICS_EXAMPLE = "# HELP pawkit_http_requests_total Answered requests\n" +
  "# TYPE pawkit_http_requests_total counter\n" +
  'pawkit_http_requests_total{route="/api/v1/uptime",method="GET",status="2xx"} 1190\n';

const OPERATOR_ENDPOINTS: Readonly<Record<string, Omit<EndpointDefinition, "path">>> = {
  status: {
    title: "Service status",
    summary: "Returns the state of the service: requests, latencies, filters, limits and the last errors",
    description:
      "Counters start at zero when this instance starts. Latencies are in milliseconds. `launcher.ignored` " +
      "has the tags of GitHub releases that are not used, by the rule that they break.",
    responses: [jsonResponse(STATUS)],
  },
  bans: {
    title: "Banned clients",
    summary: "Returns the banned clients and the end of each ban",
    description: `${MAX_WRONG_TOKENS} wrong tokens within ${FAILURES_MS / 60_000} minutes ban a client for ` +
      `${BAN_MS / 3_600_000} hours. The right token lifts the ban of its client.`,
    responses: [jsonResponse({ total: count.meta({ example: 1 }), bans: z.array(ban) })],
  },
  "bans/{client}": {
    id: "v5-operator-lift-ban",
    title: "Lift a ban",
    summary: "Lifts the ban of a client, and returns the client",
    description: "Other instances learn of it within seconds. A client that is not banned is a 404 `not_found`.",
    pathParameters: {
      client: {
        summary:
          "An IPv4 address, an IPv6 network such as `2001:db8::/64` (the slash is written as `%2F`), or an address in it",
        example: BANNED_CLIENT,
      },
    },
    responses: [jsonResponse({ client: ban.shape.client })],
  },
  history: {
    title: "The last hour",
    summary: `Returns the last hour in steps of ${STEP_SECONDS} seconds: traffic, latencies, filters and the process`,
    description: "Oldest sample first; `null` where there is nothing to measure. `requests`, `errors` (5xx), " +
      "`callerErrors` (4xx, with `refused` among them) and `refused` are per second, latencies and the mean times of " +
      "the filter stages (`fetch`, `queue`, `draw`, `decode`, `filter`, `encode`) in milliseconds, `cacheHits` and " +
      "`cpu` fractions of 1, `rss` and `heapUsed` in bytes. The history of an instance starts with its process.",
    responses: [jsonResponse(HISTORY)],
  },
};

/** Describes the endpoints that require the operator's token. */
export function describeOperator({ appName }: Installation): Definitions {
  const endpoints = Object.entries(OPERATOR_ENDPOINTS).map(([name, definition]): EndpointDefinition => ({
    ...definition,
    path: `${APP_ROOT}/operator/${name}`,
    pathParameters: { ...describeAppName(appName), ...definition.pathParameters },
    errors: ["authentication_required", "banned", "forbidden_host", "not_found", "unknown_app"],
  }));
  return { operator: [...endpoints, METRICS, PAGE] };
}

const METRICS: EndpointDefinition = {
  path: "/metrics",
  title: "Prometheus metrics",
  summary: "Returns the state of the service in the text format of Prometheus",
  description: "Prometheus sends the token if it is set as `authorization.credentials` of the scrape configuration.",
  responses: [{ type: "text/plain", example: METRICS_EXAMPLE }],
  errors: ["authentication_required", "banned", "forbidden_host", "not_found"],
};

const PAGE: EndpointDefinition = {
  // The section of the page has the id `operator`.
  id: "operator-page",
  path: "/operator",
  title: "Operator page",
  summary: "Returns the page that asks for the token and shows the last hour, the last errors and the bans",
  responses: [{ type: "text/html", headers: ["etag"] }],
  errors: ["banned", "forbidden_host"],
};
