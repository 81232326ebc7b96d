import type { Config } from "@/fresh.config.ts";
import {
  COMMON_ERRORS,
  type Endpoint,
  ERROR_FORM,
  type Group,
  GROUPS,
  type Parameter,
  POLICY,
  STABILITY,
} from "@/lib/endpoints/endpoint.ts";
import { HEADERS } from "@/lib/endpoints/headers.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { toErrorReferences, toSuccessResponses } from "@/lib/endpoints/openapi_responses.ts";
import { ERROR_SCHEMA, type Json, type NamedSchemas, toJsonSchema } from "@/lib/endpoints/schemas.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

/** What the parts of the document share. */
interface Components {
  readonly schemas: NamedSchemas;
  readonly responses: Record<string, Json>;
}

/**
 * Describes every endpoint as an OpenAPI 3.1 document. Without BASE_URL its server is the one that it was read from.
 * JSON omits the properties that are `undefined`.
 */
export function toOpenApi(config: Config): Json {
  const { baseUrl, contact } = config;
  const components: Components = { schemas: {}, responses: {} };
  const { schemas, responses } = components;
  toJsonSchema(ERROR_SCHEMA, schemas);
  const paths = describeEndpoints(config).flatMap((endpoint) => endpoint.exact ?? endpoint)
    .map((endpoint) => [endpoint.path, toPathItem(endpoint, components)]);
  const headers = Object.entries(HEADERS).map(([name, { summary, example }]) => {
    return [name, { description: `${summary}.`, schema: { type: "string" }, example }];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Pawkit",
      version: SERVICE_INFO.version,
      summary: "Random animals, kaomoji and image filters over plain HTTP",
      description: DESCRIPTION,
      contact: toContact(contact ?? (baseUrl && `${baseUrl}/#policy`)),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl ?? "/" }],
    // No authentication is required unless an operation states otherwise.
    security: [],
    tags: Object.entries(GROUPS).map(([id, name]) => ({ name, description: TAG_DESCRIPTIONS[id as Group] })),
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      responses,
      headers: Object.fromEntries(headers),
      securitySchemes: { operatorToken: { type: "http", scheme: "bearer", description: "The operator's token." } },
    },
  };
}

const DESCRIPTION = [
  "Every endpoint is read with GET; HEAD works wherever GET does. The filters of v2 also accept an image with POST. " +
  "No key is required, and any origin may call.",
  `A success has \`success: true\` and \`status: 200\`. ${ERROR_FORM}`,
  STABILITY,
  ...Object.values(POLICY),
].join("\n\n");

function toContact(url: string | undefined): Json {
  const name = "The operator";
  if (url === undefined) return { name };
  return url.startsWith("mailto:") ? { name, email: url.slice("mailto:".length) } : { name, url };
}

/** The tags are the sections of the page. */
const TAG_DESCRIPTIONS: Readonly<Record<Group, string>> = {
  animals: "Random animals as JSON, as pictures and as pages. v1 is the older form of the same.",
  filters: "Filters for images, by URL or upload, alone or one after another. v1 is the older form of the same.",
  text: "Random answers, kaomoji and videos. v1 is the older form of the same.",
  lists: "Block lists for resolvers and ad blockers, with checksums.",
  launcher: "Version 5: the API of one application, and feeds for its updater.",
  service: "The service itself.",
  operator: "For the operator of the service, with a token.",
};

function toPathItem(endpoint: Endpoint, components: Components): Json {
  const get = toOperation(endpoint, components);
  const { id, upload, parameters } = endpoint;
  if (upload === undefined) return { get };
  const others = parameters.filter(({ name }) => name !== "image");
  const post = toOperation({ ...endpoint, ...upload, id: `${id}-upload`, parameters: others }, components);
  // Only GET and HEAD are answered with 304.
  const { 304: _, ...responses } = post.responses as Json;
  return { get, post: { ...post, responses, requestBody: toUploadBody(others) } };
}

const IMAGE = { type: "string", format: "binary" };

/** A form may contain the parameters of the query, too. */
function toUploadBody(parameters: readonly Parameter[]): Json {
  const fields = parameters.filter((each) => each.in === "query").map((each) => [each.name, toSchema(each)]);
  const properties = { image: IMAGE, ...Object.fromEntries(fields) };
  return {
    required: true,
    content: {
      "application/octet-stream": { schema: IMAGE },
      "image/*": { schema: IMAGE },
      "multipart/form-data": { schema: { type: "object", required: ["image"], properties } },
    },
  };
}

function toOperation(endpoint: Endpoint, { schemas, responses }: Components): Json {
  const { id, group, title, summary, description, parameters, errors, isFree } = endpoint;
  const codes = new Set([...errors, ...COMMON_ERRORS.filter((code) => !(isFree && code === "rate_limited"))]);
  return {
    operationId: id,
    summary: title,
    description: [`${summary}.`, ...(description === undefined ? [] : [description])].join("\n\n"),
    tags: [GROUPS[group]],
    security: errors.includes("authentication_required") ? [{ operatorToken: [] }] : undefined,
    parameters: parameters.length > 0 ? parameters.map(toParameter) : undefined,
    responses: {
      ...toSuccessResponses(endpoint, schemas),
      ...toErrorReferences(id, [...codes], responses),
    },
  };
}

function toParameter(parameter: Parameter): Json {
  const { name, summary, required, example } = parameter;
  const isRequired = parameter.in === "path" || required === true;
  return { name, in: parameter.in, description: summary, required: isRequired, schema: toSchema(parameter), example };
}

function toSchema({ type, allowed, min, max, maxLength, format, pattern, fallback }: Parameter): Json {
  return {
    type,
    format,
    pattern,
    enum: type === "string" ? allowed : allowed?.map(Number),
    minimum: min,
    maximum: max,
    minLength: maxLength === undefined ? undefined : 1,
    maxLength,
    default: fallback,
  };
}
