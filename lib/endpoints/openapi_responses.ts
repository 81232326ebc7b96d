import type { Endpoint, EndpointResponse } from "@/lib/endpoints/endpoint.ts";
import { ERROR_DESCRIPTIONS, errorExample } from "@/lib/endpoints/errors.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { type Json, type NamedSchemas, toJsonSchema } from "@/lib/endpoints/schemas.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";

/** The headers of every response. */
const STANDARD_HEADERS: readonly HeaderName[] = ["access-control-allow-origin", "cache-control", "ratelimit"];

/**
 * Describes the successful responses of an endpoint by status, including 206 and 304 where they can occur. Adds the
 * schemas that have a name to `named`.
 */
export function toSuccessResponses(
  { responses, isFree }: Endpoint,
  named: NamedSchemas,
): Record<string, Json> {
  const standard = STANDARD_HEADERS.filter((name) => !(isFree && name === "ratelimit"));
  const toHeaders = (each: readonly EndpointResponse[], ...more: HeaderName[]) => {
    return toHeaderReferences([...standard, ...each.flatMap(({ headers = [] }) => headers), ...more]);
  };
  const described: Record<string, Json> = {};
  for (const [status, each] of Map.groupBy(responses, (response) => response.status ?? 200)) {
    const summaries = each.flatMap((response) => response.summary ?? []);
    described[status] = {
      description: (status === 200 ? ["Success.", ...summaries] : summaries).join(" "),
      headers: toHeaders(each),
      // Not for 204, which has no body.
      content: status === 204 ? undefined : Object.fromEntries(each.map(({ type, schema, example }) => {
        return [type, { schema: schema === undefined ? toBodySchema(type) : toJsonSchema(schema, named), example }];
      })),
    };
  }
  const ranged = responses.filter(({ headers }) => headers?.includes("accept-ranges"));
  if (ranged.length > 0) {
    const types = [...ranged.map(({ type }) => type), "multipart/byteranges"];
    described[206] = {
      description: "The requested range of bytes. Several ranges are returned as `multipart/byteranges`.",
      headers: toHeaders(ranged, "content-range"),
      content: Object.fromEntries(types.map((type) => [type, { schema: toBodySchema(type) }])),
    };
  }
  const tagged = responses.filter(({ headers }) => headers?.includes("etag"));
  if (tagged.length > 0) {
    const description = "Not modified: the `if-none-match` header of the request contains the current `etag`.";
    described[304] = { description, headers: toHeaders(tagged) };
  }
  return described;
}

/** Returns references to the error responses of an endpoint by status. */
export function toErrorReferences(codes: readonly ErrorCode[]): Record<string, Json> {
  const references = groupByStatus(codes)
    .map(([status, each]) => [status, { $ref: `#/components/responses/${toComponentName(each)}` }]);
  return Object.fromEntries(references);
}

/**
 * Describes the error responses that {@linkcode toErrorReferences} refers to, with an example of each possible code.
 * `codesOfEndpoints` has the error codes of every endpoint.
 */
export function toErrorComponents(codesOfEndpoints: readonly (readonly ErrorCode[])[]): Record<string, Json> {
  const components = codesOfEndpoints.flatMap(groupByStatus)
    .map(([status, codes]) => [toComponentName(codes), toErrorResponse(status, codes)]);
  return Object.fromEntries(components);
}

function toBodySchema(type: string): Json {
  return /^text\/|^application\/(?:xml|yaml)$/.test(type) ? { type: "string" } : { type: "string", format: "binary" };
}

function groupByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  return [...Map.groupBy(new Set(codes), (code) => STATUS_BY_CODE[code] as number)];
}

function toComponentName(codes: readonly ErrorCode[]): string {
  return codes.toSorted().join("-or-");
}

function toErrorResponse(status: number, codes: readonly ErrorCode[]): Json {
  const described = codes.map((code) => ERROR_DESCRIPTIONS[code]);
  const narrowed = {
    type: "object",
    required: ["status", "code"],
    properties: { status: { const: status }, code: { type: "string", enum: codes } },
  };
  const examples = codes.map((code) => [code, { value: errorExample(code) }]);
  const headers = described.flatMap((each) => each.headers ?? []);
  return {
    description: described.map(({ explanation }) => explanation).join(" "),
    headers: toHeaderReferences([...STANDARD_HEADERS, "x-request-id", ...headers]),
    content: {
      "application/json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Failure" }, narrowed] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function toHeaderReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
