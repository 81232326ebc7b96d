import { z } from "zod";
import { defineEndpoint, type Endpoint, POLICY } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** The endpoints that describe and monitor the service. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    id: "page",
    group: "service",
    path: "/",
    summary: "Returns the landing page, which documents the service",
    responses: [{ type: "text/html", headers: ["etag"] }],
  }),
  defineEndpoint({
    id: "api",
    group: "service",
    path: "/api",
    summary: "Returns every endpoint with its allowed values, for programs",
    responses: [jsonResponse(
      {
        name: z.string(),
        version: z.string(),
        runtime: z.string(),
        documentation: z.string(),
        openapi: z.string(),
        policy: z.array(z.string()),
        endpoints: z.array(
          z.object({
            method: z.enum(["GET", "POST"]),
            path: z.string(),
            summary: z.string(),
            allowed: z.record(z.string(), z.array(z.string())),
            example: z.string(),
          }).meta({ id: "Endpoint" }),
        ),
      },
      {
        name: "pawkit",
        version: "1.0.0",
        runtime: "deno 2.9.5",
        documentation: "http://localhost:8000/",
        openapi: "http://localhost:8000/openapi.json",
        policy: Object.values(POLICY),
        endpoints: [{
          method: "GET",
          path: "/api/v1/version",
          summary: "Returns the version of the service and of its runtime",
          allowed: {},
          example: "/api/v1/version",
        }],
      },
      ["ratelimit-policy", "etag"],
    )],
  }),
  defineEndpoint({
    id: "healthz",
    group: "service",
    path: "/healthz",
    summary: "Returns 200 while the service is healthy, otherwise 503",
    responses: [
      { type: "application/json", schema: z.object({ status: z.literal("ok") }), example: { status: "ok" } },
      {
        status: 503,
        summary: "The service is shutting down, or its filter workers are stuck. Send it no more requests.",
        type: "application/json",
        schema: z.object({ status: z.enum(["stopping", "exhausted"]) }),
        example: { status: "stopping" },
      },
    ],
    isFree: true,
  }),
  defineEndpoint({
    id: "openapi",
    group: "service",
    path: "/openapi.json",
    summary: "Returns the OpenAPI 3.1 description of every endpoint",
    responses: [{
      type: "application/json",
      headers: ["etag"],
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
      example: { openapi: "3.1.0", info: { title: "Pawkit", version: "1.0.0" } },
    }],
  }),
  defineEndpoint({
    id: "security",
    group: "service",
    path: "/.well-known/security.txt",
    summary: "Returns where to report a security vulnerability (RFC 9116)",
    responses: [{
      type: "text/plain",
      example: "Contact: mailto:security@example.org\nExpires: 2027-05-14T00:00:00.000Z\nPreferred-Languages: en\n",
    }],
  }),
];
