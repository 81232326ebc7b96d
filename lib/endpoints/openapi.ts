import { type Endpoint, type Group, GROUPS, type Parameter } from "@/lib/endpoints/endpoint.ts";
import { COMMON_ERRORS } from "@/lib/endpoints/errors.ts";
import {
  toFailureComponents,
  toFailureReferences,
  toHeaderComponents,
  toSuccesses,
} from "@/lib/endpoints/openapi_responses.ts";
import { POLICY } from "@/lib/endpoints/policy.ts";
import { FAILURE, type Json, toJsonSchema } from "@/lib/endpoints/schemas.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";

/** Options of {@linkcode toOpenApi}. */
export interface OpenApiOptions {
  readonly endpoints: readonly Endpoint[];
  readonly version: string;
  /** What stands before every path, such as `https://example.org`; empty where it is not known yet. */
  readonly base: string;
  /** Where the operator can be written to: an `https:` or `mailto:` address; else the page tells. */
  readonly contact?: string | undefined;
}

/** Describes every endpoint as an OpenAPI 3.1 document. */
export function toOpenApi({ endpoints, version, base, contact }: OpenApiOptions): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Pawkit",
      version,
      summary: "Random animals, kaomoji and image filters over plain HTTP",
      description: DESCRIPTION,
      contact: toContact(contact ?? (base && `${base}/#policy`)),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: base || "/" }],
    // Open unless an operation says otherwise.
    security: [],
    tags: toTags(endpoints),
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: toOperation(endpoint) }])),
    components: toComponents(endpoints),
  };
}

function toContact(address: string): Json {
  const name = "The operator";
  if (address === "") return { name };
  return address.startsWith("mailto:") ? { name, email: address.slice("mailto:".length) } : { name, url: address };
}

// Linters rightly object to components that nothing refers to, so each is made only where it is used.
function toComponents(endpoints: readonly Endpoint[]): Json {
  const errors = endpoints.map(errorsOf);
  return {
    schemas: { Failure: toJsonSchema(FAILURE) },
    responses: toFailureComponents(errors),
    headers: toHeaderComponents(endpoints, errors.flat()),
    ...(errors.flat().includes(TOKEN_ERROR) ? { securitySchemes: { operatorToken: OPERATOR_TOKEN } } : {}),
  };
}

/** The failure that tells that an endpoint wants the operator's token. */
const TOKEN_ERROR: ErrorCode = "authentication_required";

const OPERATOR_TOKEN: Json = { type: "http", scheme: "bearer", description: "The operator's token." };

const DESCRIPTION = [
  "Every endpoint is read with GET; HEAD works wherever GET does. No key is needed and any origin may call.",
  "A success has `success: true` and `status: 200`; a failure has `success: false`, a stable `code`, a `message`, " +
  "the `requestId` and, where a program can use more, `details`.",
  "Answers may gain fields; those that are here keep their names and types within a version.",
  ...Object.values(POLICY),
].join("\n\n");

function toTags(endpoints: readonly Endpoint[]): readonly Json[] {
  const used = new Set<Group>(endpoints.map(({ group }) => group));
  return (Object.keys(GROUPS) as Group[]).filter((group) => used.has(group))
    .map((group) => ({ name: group, description: GROUPS[group] }));
}

function errorsOf({ errors, isFree }: Endpoint): readonly ErrorCode[] {
  return [...errors, ...COMMON_ERRORS.filter((code) => !(isFree && code === "rate_limited"))];
}

function toOperation(endpoint: Endpoint): Json {
  const { id, group, summary, description, parameters, errors } = endpoint;
  return {
    operationId: id,
    summary,
    description: description ?? `${summary}.`,
    tags: [group],
    ...(errors.includes(TOKEN_ERROR) ? { security: [{ operatorToken: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters: parameters.map(toParameter) } : {}),
    responses: { ...toSuccesses(endpoint), ...toFailureReferences(errorsOf(endpoint)) },
  };
}

function toParameter(parameter: Parameter): Json {
  const { name, summary, required, example } = parameter;
  return {
    name,
    in: parameter.in,
    description: summary,
    required: parameter.in === "path" || required === true,
    schema: toParameterSchema(parameter),
    ...(example === undefined ? {} : { example }),
  };
}

function toParameterSchema({ type, allowed, min, max, maxLength, default: standard }: Parameter): Json {
  return compact({
    type,
    enum: type === "string" ? allowed : allowed?.map(Number),
    minimum: min,
    maximum: max,
    minLength: maxLength === undefined ? undefined : 1,
    maxLength,
    default: standard,
  });
}

function compact(fields: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
