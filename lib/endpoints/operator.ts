import { z } from "zod";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { success } from "@/lib/endpoints/schemas.ts";

const COUNTS = z.record(z.string(), z.int());

const TRAFFIC = z.object({
  requests: z.int(),
  byStatus: COUNTS,
  ms: z.object({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() }),
});

const STATUS = success({
  uptime: z.number(),
  startedAt: z.iso.datetime(),
  human: z.string(),
  memory: z.object({ rss: z.int(), heapUsed: z.int() }),
  requests: TRAFFIC.extend({ endpoints: z.record(z.string(), TRAFFIC) }),
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
});

const BANS = success({
  total: z.int(),
  bans: z.array(z.object({ client: z.string(), until: z.iso.datetime() })),
});

const STATUS_EXAMPLE = {
  success: true,
  status: 200,
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

/** What only the operator sees. */
export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  describe("status", {
    summary: "How the service fares: requests, latencies, filters, limits, the last errors",
    description: "Counts are those of this instance since its start; latencies are milliseconds.",
    schema: STATUS,
    example: STATUS_EXAMPLE,
  }),
  describe("bans", {
    summary: "Who is banned and until when",
    description: "Ten failed attempts to enter this area within ten minutes: banned from everything for 24 hours.",
    schema: BANS,
    example: {
      success: true,
      status: 200,
      total: 1,
      bans: [{ client: "192.0.2.7", until: "2026-11-16T08:30:00.000Z" }],
    },
  }),
];

interface Description {
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

function describe(name: string, { summary, description, ...answer }: Description): Endpoint {
  return {
    id: `v5-operator-${name}`,
    group: "operator",
    version: "v5",
    path: `/api/v5/{app_name}/operator/${name}`,
    summary,
    description,
    parameters: [{
      name: "app_name",
      in: "path",
      summary: "The one application that this service is for",
      type: "string",
      example: "app",
    }],
    answers: [{ type: "application/json", ...answer }],
    errors: ["authentication_required", "banned", "unknown_app"],
    example: `/api/v5/app/operator/${name}`,
  };
}
