import { z } from "zod";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { success } from "@/lib/endpoints/schemas.ts";

/** Version and uptime. */
export const DEVELOPER_ENDPOINTS: readonly Endpoint[] = [
  {
    id: "v1-version",
    group: "developer",
    version: "v1",
    path: "/api/v1/version",
    summary: "Version of the service and of its runtime",
    parameters: [],
    answers: [{
      type: "application/json",
      schema: success({
        name: z.string(),
        version: z.string(),
        runtime: z.object({ name: z.string(), version: z.string(), v8: z.string(), typescript: z.string() }),
      }),
      example: {
        success: true,
        status: 200,
        name: "pawkit",
        version: "1.0.0",
        runtime: { name: "deno", version: "2.9.5", v8: "15.0.245.2-rusty", typescript: "6.0.3" },
      },
    }],
    errors: [],
    example: "/api/v1/version",
  },
  {
    id: "v1-uptime",
    group: "developer",
    version: "v1",
    path: "/api/v1/uptime",
    summary: "How long the service has been running",
    parameters: [],
    answers: [{
      type: "application/json",
      schema: success({ uptime: z.number().min(0), startedAt: z.iso.datetime(), human: z.string() }),
      example: {
        success: true,
        status: 200,
        uptime: 12307.412,
        startedAt: "2026-11-15T08:00:00.000Z",
        human: "3h 25m 7s",
      },
    }],
    errors: [],
    example: "/api/v1/uptime",
  },
];
