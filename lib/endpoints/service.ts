import { z } from "zod";
import { type Definitions, type EndpointResponse, type Installation, POLICY } from "@/lib/endpoints/endpoint.ts";
import { PITCH } from "@/lib/endpoints/pitch.ts";
import { exampleOf, jsonResponse } from "@/lib/endpoints/schemas.ts";
import { renderSecurityTxt } from "@/lib/endpoints/security_txt.ts";
import { PICTURE_STATUSES } from "@/lib/content/drawings/error_picture.ts";
import { instant } from "@/lib/http/fields.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

const text = z.string();

const endpoint = z.object({
  method: z.enum(["GET", "POST", "DELETE"]),
  path: text.meta({ example: "/api/v1/version" }),
  summary: text.meta({ example: "Returns the version of the service and of its runtime" }),
  allowed: z.record(text, z.array(text)).meta({ example: {} }),
  example: text.meta({ example: "/api/v1/version" }),
}).meta({ id: "Endpoint" });

const document = z.looseObject({
  openapi: text.meta({ example: "3.1.0" }),
  info: z.looseObject({
    title: text.meta({ example: "Pawkit" }),
    version: text.meta({ example: SERVICE_INFO.version }),
  }),
});

const STATUS = {
  status: { summary: "Any registered status", allowed: PICTURE_STATUSES, example: "418" },
};

/** Describes the endpoints that describe and monitor the service. */
export function describeService({ origin }: Installation): Definitions {
  const { name, version, runtime } = SERVICE_INFO;
  const contact = "mailto:security@example.org";
  const service: Definitions["service"] = [
    {
      path: "/api/v1/version",
      title: "Version and runtime",
      summary: "Returns the version of the service and of its runtime",
      responses: [jsonResponse(
        {
          name: text,
          version: text,
          commit: text.nullable().describe("The commit of the source that is running, if it is known"),
          runtime: z.object({ name: text, version: text, v8: text, typescript: text }),
        },
        { example: { name, version, commit: null, runtime } },
      )],
    },
    {
      path: "/api/v1/uptime",
      title: "Uptime of the service",
      summary: "Returns how long the service has been running, in seconds and in words",
      responses: [jsonResponse({
        uptime: z.number().min(0).meta({ example: 12307.412 }),
        startedAt: instant,
        human: text.meta({ example: "3h 25m 7s" }),
      })],
    },
    {
      id: "landing-page",
      path: "/",
      title: "Landing page",
      summary: "Returns the landing page, which documents the service",
      responses: [
        {
          type: "text/html",
          headers: ["etag"],
          summary: "The page, or a few calls as text for curl and other programs of a terminal.",
        },
        { type: "text/plain", headers: ["etag"], example: `${PITCH} …` },
      ],
    },
    {
      id: "endpoints",
      path: "/api",
      title: "List of endpoints",
      summary: "Returns every endpoint with its allowed values, for programs",
      responses: [jsonResponse({
        name: text.meta({ example: name }),
        version: text.meta({ example: version }),
        runtime: text.meta({ example: `${runtime.name} ${runtime.version}` }),
        documentation: text.meta({ example: `${origin}/` }),
        openapi: text.meta({ example: `${origin}/openapi.json` }),
        policy: z.array(text).meta({ example: Object.values(POLICY) }),
        endpoints: z.array(endpoint),
      }, { headers: ["ratelimit-policy", "etag"] })],
    },
    {
      path: "/healthz",
      title: "Health check",
      summary: "Returns 200 while the service is healthy, otherwise 503",
      responses: [
        toJson(z.object({ status: z.literal("ok") })),
        {
          ...toJson(z.object({ status: z.enum(["stopping", "stalled"]) })),
          status: 503,
          summary: "The service is shutting down, or its filters are stalled. Send it no more requests.",
        },
      ],
    },
    {
      id: "status-picture",
      path: "/{status}.svg",
      title: "Picture of a status",
      summary: "Returns an animal that holds a status and its reason phrase",
      description:
        "An error of any endpoint has such a picture as its body, with its code and message, if the client wants a " +
        "picture (`sec-fetch-dest: image`, or `accept` prefers `image/*`). Firefox and clients that do not accept SVG " +
        "get `/{status}.png`. With `fallback=none`, on any path, the body is JSON, so that `onerror` of an `<img>` fires.",
      pathParameters: STATUS,
      responses: [{ type: "image/svg+xml", headers: ["etag"] }],
      errors: ["not_found"],
    },
    {
      id: "status-png",
      path: "/{status}.png",
      title: "Status picture (PNG)",
      summary: "Returns an animal that holds a status and its reason phrase, as PNG",
      pathParameters: STATUS,
      responses: [{ type: "image/png", headers: ["etag"] }],
      errors: ["not_found", "overloaded", "filter_timeout"],
    },
    {
      path: "/openapi.json",
      title: "OpenAPI document",
      summary: "Returns the OpenAPI 3.1 description of every endpoint",
      responses: [{ ...toJson(document), headers: ["etag"] }],
    },
    {
      id: "llms-txt",
      path: "/llms.txt",
      title: "For language models",
      summary: "Returns every endpoint in plain text, for language models",
      responses: [{ type: "text/plain", headers: ["etag"], example: `# Pawkit\n\n> ${PITCH} …` }],
    },
    {
      id: "security-txt",
      path: "/.well-known/security.txt",
      title: "Security contact",
      summary: "Returns where to report a security vulnerability (RFC 9116)",
      responses: [{ type: "text/plain", example: renderSecurityTxt({ contact, origin }, new Date("2026-11-15")) }],
    },
  ];
  return { service };
}

function toJson(schema: z.ZodType): EndpointResponse {
  return { type: "application/json", schema, example: exampleOf(schema) };
}
