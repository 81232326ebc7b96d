import { z } from "zod";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";

const NOTHING = z.object({});

export const VERSION = endpoint({
  group: "service",
  path: "/api/v1/version",
  summary: "Returns the version of the service and of its runtime",
  input: NOTHING,
  returns: {
    "application/json": z.object({
      name: z.string(),
      version: z.string(),
      commit: z.string().nullable(),
      runtime: z.object({ name: z.string(), version: z.string(), v8: z.string(), typescript: z.string() }),
    }),
  },
  example: "/api/v1/version",
});

export const UPTIME = endpoint({
  group: "service",
  path: "/api/v1/uptime",
  summary: "Returns how long the service has been running",
  input: NOTHING,
  returns: { "application/json": z.object({ uptime: z.number(), startedAt: z.iso.datetime(), human: z.string() }) },
  example: "/api/v1/uptime",
});

export const HEALTH = endpoint({
  group: "service",
  path: "/healthz",
  summary: "Returns whether the service accepts requests",
  description: "It costs no point. While the service stops, it responds with 503.",
  input: NOTHING,
  returns: { "application/json": "`status` is `ok` or `stopping`" },
  example: "/healthz",
});

export const API = endpoint({
  group: "service",
  path: "/api",
  summary: "Returns the name of the service and where it is documented",
  input: NOTHING,
  returns: {
    "application/json": z.object({ name: z.string(), version: z.string(), documentation: z.url(), openapi: z.url() }),
  },
  example: "/api",
});

export const OPENAPI = endpoint({
  group: "service",
  path: "/openapi.json",
  summary: "Returns the OpenAPI 3.1 document of every endpoint",
  input: NOTHING,
  returns: { "application/json": "The document" },
  example: "/openapi.json",
});

export const LLMS = endpoint({
  group: "service",
  path: "/llms.txt",
  summary: "Returns the list of every endpoint as plain text",
  input: NOTHING,
  returns: { "text/plain": "The list" },
  example: "/llms.txt",
});

export const DOCS = endpoint({
  group: "service",
  path: "/docs",
  summary: "Returns the guide for callers; in a terminal, as Markdown",
  input: NOTHING,
  returns: { "text/html": "The page", "text/markdown": "The guide" },
  example: "/docs",
});

export const HOME = endpoint({
  group: "service",
  path: "/",
  summary: "Returns the page of the service; in a terminal, the list of every endpoint",
  input: NOTHING,
  returns: { "text/html": "The page", "text/plain": "The list" },
  example: "/",
});

export const SECURITY = endpoint({
  group: "service",
  path: "/.well-known/security.txt",
  summary: "Returns the contact for security problems, if the operator has stated one",
  input: NOTHING,
  returns: { "text/plain": "The contact" },
  example: "/.well-known/security.txt",
});

// The operator's endpoints. The middleware asks for the token; without OPERATOR_TOKEN they are a 404.

const OPERATOR = "/api/v5/{app_name}/operator";

const app = { "app_name": z.string().describe("The name of the application") };

export const STATUS = endpoint({
  group: "service",
  path: `${OPERATOR}/status`,
  summary: "Returns the state of the service (for the operator)",
  description:
    "It needs the operator's token: `authorization: Bearer …`. Ten wrong tokens in ten minutes lead to a ban.",
  input: z.object(app),
  returns: {
    "application/json": "`version`, `memory`, `gates`, `cache`, `requests` by route and status, and `lastErrors`",
  },
  example: "/api/v5/app/operator/status",
});

export const METRICS = endpoint({
  group: "service",
  path: "/metrics",
  summary: "Returns the state of the service for Prometheus (for the operator)",
  input: NOTHING,
  returns: { "text/plain": "The numbers" },
  example: "/metrics",
});

export const BANS = endpoint({
  group: "service",
  path: `${OPERATOR}/bans`,
  summary: "Returns the banned clients (for the operator)",
  input: z.object(app),
  returns: { "application/json": "`total`, and `bans` with `client` and `until`" },
  example: "/api/v5/app/operator/bans",
});

export const LIFT_BAN = endpoint({
  group: "service",
  path: `${OPERATOR}/bans/{client}`,
  methods: ["DELETE"],
  summary: "Lifts the ban of a client (for the operator)",
  input: z.object({ ...app, client: z.string().describe("An address, or the network of a ban") }),
  returns: { "application/json": "`client`: the address or network that may send requests again" },
  example: "/api/v5/app/operator/bans/198.51.100.7",
});

/** The endpoints about the service itself, in the order of the page. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  HOME,
  DOCS,
  VERSION,
  UPTIME,
  HEALTH,
  API,
  OPENAPI,
  LLMS,
  SECURITY,
  STATUS,
  METRICS,
  BANS,
  LIFT_BAN,
];
