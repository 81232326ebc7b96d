import type { Endpoint, EndpointResponse } from "@/lib/endpoints/endpoint.ts";
import { type HeaderName, HEADERS } from "@/lib/endpoints/headers.ts";
import { type Json, type NamedSchemas, toJsonSchema } from "@/lib/endpoints/schemas.ts";
import { ERROR_CODES, type ErrorCode } from "@/lib/http/error_codes.ts";

/** Names of responses are shorter, because generated clients and viewers show them. */
const MAX_NAME = 40;

/** The headers of every response. */
const STANDARD_HEADERS: readonly HeaderName[] = ["access-control-allow-origin", "cache-control", "ratelimit"];

/**
 * Describes the successful responses of an endpoint by status, including 206 and 304 where they can occur. Adds the
 * schemas that have a name to `named`.
 */
export function toSuccessResponses({ responses, isFree }: Endpoint, named: NamedSchemas): Record<string, Json> {
  const standard = STANDARD_HEADERS.filter((name) => !(isFree && name === "ratelimit"));
  const byStatus = Map.groupBy([...responses, ...deriveResponses(responses)], ({ status = 200 }) => status);
  const described = Array.from(byStatus, ([status, each]): [number, Json] => {
    const summaries = new Set(each.flatMap(({ summary }) => summary ?? []));
    // Of a success only the JSON, if there is some: with a text beside it, `data.message` would not compile in
    // TypeScript, because generated clients have the union of both.
    const hasJson = status < 400 && each.some(({ schema }) => schema !== undefined);
    const isBody = ({ type, schema }: EndpointResponse) => hasJson ? schema !== undefined : type !== "";
    const bodies = each.filter(isBody).map(({ type, schema, example }) => {
      return [type, { schema: schema === undefined ? toBodySchema(type) : toJsonSchema(schema, named), example }];
    });
    const others = each.filter((response) => hasJson && !isBody(response)).map(({ type }) => `\`${type}\``);
    if (others.length > 0) summaries.add(`The type is then ${others.join(", ")} instead of JSON.`);
    return [status, {
      description: [...(status === 200 ? ["Success."] : []), ...summaries].join(" "),
      headers: toHeaderReferences([...standard, ...each.flatMap(({ headers = [] }) => headers)]),
      ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
    }];
  });
  return Object.fromEntries(described);
}

/** Returns the responses that follow from the headers of others: 206 from `accept-ranges`, and 304 from `etag`. */
function deriveResponses(responses: readonly EndpointResponse[]): EndpointResponse[] {
  const summary = "The requested range of bytes. Several ranges are returned as `multipart/byteranges`.";
  const ranged = responses.filter(({ headers }) => headers?.includes("accept-ranges"))
    .flatMap(({ type, headers = [] }): EndpointResponse[] => [
      { type, status: 206, summary, headers: [...headers, "content-range"] },
      { type: "multipart/byteranges", status: 206 },
    ]);
  const notModified = "Not modified: the `if-none-match` header of the request contains the current `etag`.";
  const tagged = responses.filter(({ headers }) => headers?.includes("etag"))
    .map(({ headers = [] }) => ({ type: "", status: 304, summary: notModified, headers }));
  return [...ranged, ...tagged];
}

/**
 * Returns references to the error responses of an operation by status. Adds the responses, with an example of each
 * possible code, to `components`. Their names are the codes or, if that is too long, the first operation that has them.
 */
export function toErrorReferences(
  id: string,
  codes: readonly ErrorCode[],
  components: Record<string, Json>,
): Record<string, Json> {
  const references = Array.from(Map.groupBy(codes, (code) => ERROR_CODES[code].status), ([status, each]) => {
    const joined = each.toSorted().join("-or-");
    const response = toErrorResponse(status, each);
    const isSame = (other: string) => components[other]?.description === response.description;
    const name = joined.length < MAX_NAME ? joined : Object.keys(components).find(isSame) ?? `${status}-of-${id}`;
    components[name] ??= response;
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(references);
}

function toBodySchema(type: string): Json {
  return /^text\/|^application\/(?:xml|yaml)$/.test(type) ? { type: "string" } : { type: "string", format: "binary" };
}

function toErrorResponse(status: number, codes: readonly ErrorCode[]): Json {
  const properties = { status: { const: status }, code: { type: "string", enum: codes } };
  const narrowed = { type: "object", required: ["status", "code"], properties };
  const schema = { allOf: [{ $ref: "#/components/schemas/Failure" }, narrowed] };
  const requestId = HEADERS["x-request-id"].example;
  const examples = codes.map((code) => {
    const { message, details } = ERROR_CODES[code].example;
    return [code, { value: { success: false, status, code, message, requestId, details } }];
  });
  const headers = codes.flatMap((code) => ERROR_CODES[code].example.headers ?? []);
  return {
    description: codes.map((code) => ERROR_CODES[code].meaning).join(" "),
    headers: toHeaderReferences([...STANDARD_HEADERS, "x-request-id", ...headers]),
    content: { "application/json": { schema, examples: Object.fromEntries(examples) } },
  };
}

function toHeaderReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
