import { z } from "zod";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { POLICY } from "@/lib/endpoints/policy.ts";
import { success } from "@/lib/endpoints/schemas.ts";

/** What describes and watches the service. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  {
    id: "page",
    group: "service",
    path: "/",
    summary: "The page that documents the service",
    parameters: [],
    answers: [{ type: "text/html", headers: ["etag"] }],
    errors: [],
    example: "/",
  },
  {
    id: "api",
    group: "service",
    path: "/api",
    summary: "Every endpoint with its allowed values, for programs",
    parameters: [],
    answers: [{
      type: "application/json",
      headers: ["ratelimit-policy"],
      schema: success({
        name: z.string(),
        version: z.string(),
        runtime: z.string(),
        documentation: z.string(),
        openapi: z.string(),
        policy: z.array(z.string()),
        endpoints: z.array(z.object({
          method: z.literal("GET"),
          path: z.string(),
          summary: z.string(),
          allowed: z.record(z.string(), z.array(z.string())),
          example: z.string(),
        })),
      }),
      example: {
        success: true,
        status: 200,
        name: "pawkit",
        version: "1.0.0",
        runtime: "deno 2.9.5",
        documentation: "http://localhost:8000/",
        openapi: "http://localhost:8000/openapi.json",
        policy: Object.values(POLICY),
        endpoints: [{
          method: "GET",
          path: "/api/v1/version",
          summary: "Version of the service and of its runtime",
          allowed: {},
          example: "/api/v1/version",
        }],
      },
    }],
    errors: [],
    example: "/api",
  },
  {
    id: "healthz",
    group: "service",
    path: "/healthz",
    summary: "200 while serving, 503 while stopping or when no filter can work",
    parameters: [],
    answers: [{
      type: "application/json",
      schema: z.object({ status: z.literal("ok") }),
      example: { status: "ok" },
    }, {
      status: 503,
      summary: "The service is stopping, or its filters are stuck: send no more requests here.",
      type: "application/json",
      schema: z.object({ status: z.enum(["stopping", "exhausted"]) }),
      example: { status: "stopping" },
    }],
    errors: [],
    isFree: true,
    example: "/healthz",
  },
  {
    id: "openapi",
    group: "service",
    path: "/openapi.json",
    summary: "This whole interface as an OpenAPI 3.1 document",
    parameters: [],
    answers: [{
      type: "application/json",
      headers: ["etag"],
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
      example: { openapi: "3.1.0", info: { title: "Pawkit", version: "1.0.0" } },
    }],
    errors: [],
    example: "/openapi.json",
  },
  {
    id: "security",
    group: "service",
    path: "/.well-known/security.txt",
    summary: "Whom to tell about a security hole (RFC 9116)",
    parameters: [],
    answers: [{
      type: "text/plain",
      example: "Contact: mailto:security@example.org\nExpires: 2027-05-14T00:00:00.000Z\nPreferred-Languages: en\n",
    }],
    errors: [],
    example: "/.well-known/security.txt",
  },
];
