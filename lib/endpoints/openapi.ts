import type { Config } from "@/fresh.config.ts";
import {
  COMMON_ERRORS,
  type Endpoint,
  type EndpointParameter,
  ERROR_FORM,
  EXAMPLE_ORIGIN,
  type Group,
  GROUPS,
  ORIGIN_REMARK,
  POLICY,
  STABILITY,
} from "@/lib/endpoints/endpoint.ts";
import { HEADERS } from "@/lib/endpoints/headers.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { toErrorReferences, toSuccessResponses } from "@/lib/endpoints/openapi_responses.ts";
import { ABOUT, PITCH } from "@/lib/endpoints/pitch.ts";
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
  const paths = describeEndpoints(config).map((endpoint) => [endpoint.path, toPathItem(endpoint, components)]);
  const headers = Object.entries(HEADERS).map(([name, { summary, example }]) => {
    return [name, { description: `${summary}.`, schema: { type: "string" }, example }];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Pawkit",
      version: SERVICE_INFO.version,
      summary: PITCH,
      description: describeApi(baseUrl),
      contact: toContact(contact ?? (baseUrl && `${baseUrl}/#policy`)),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl ?? "/" }],
    // No authentication is required unless an operation states otherwise.
    security: [],
    tags: Object.values(TAGS),
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      responses,
      headers: Object.fromEntries(headers),
      securitySchemes: { operatorToken: { type: "http", scheme: "bearer", description: "The operator's token." } },
    },
  };
}

/** Describes what the service is and how to call it, the first call first. */
function describeApi(baseUrl: string | undefined): string {
  const origin = baseUrl ?? EXAMPLE_ORIGIN;
  return `${PITCH} ${ABOUT}

## The first call

\`\`\`
curl ${origin}/cat/Ada
\`\`\`

draws Ada's cat in your terminal. \`<img src="${origin}/cat/Ada.png">\` shows it on a page, \`/api/v2/random/animal/cat\`
returns a random one as JSON, and \`/api/v2/filter/blur?image=/cat/Ada.png\` blurs it. Any origin may
call.${baseUrl === undefined ? ` ${ORIGIN_REMARK}` : ""}

## What all endpoints share

Use GET; HEAD works wherever GET does. The filters of v2 also accept an image with POST, and the operator lifts a ban
with DELETE. An optional parameter without a value counts as absent. A success has \`success: true\` and
\`status: 200\`. ${ERROR_FORM} Where a picture was wanted, as by \`<img>\`, an error is a picture, unless the query has
\`fallback=none\`. ${STABILITY}

## Rules

${Object.values(POLICY).join(" ")}`;
}

function toContact(url: string | undefined): Json {
  const name = "The operator";
  if (url === undefined) return { name };
  return url.startsWith("mailto:") ? { name, email: url.slice("mailto:".length) } : { name, url };
}

/** The tags are the sections of the page. Uploads, and endpoints that version 2 replaces, have tags of their own. */
const TAGS = {
  animals: { name: GROUPS.animals, description: "An animal for every name, and random ones, as JSON and as pictures." },
  filters: { name: GROUPS.filters, description: "Filters for an image at a URL, alone or one after another." },
  uploads: { name: "Filters for uploads", description: "The same filters for an image that you send." },
  text: { name: GROUPS.text, description: "Random answers, kaomoji and videos." },
  lists: { name: GROUPS.lists, description: "Block lists for resolvers and ad blockers, with checksums." },
  launcher: {
    name: GROUPS.launcher,
    description: "Version 5: the API of one application, and feeds for its updater.",
  },
  service: { name: GROUPS.service, description: "The service itself." },
  v1: { name: "Version 1", description: "The older form of animals, text and filters. New programs use version 2." },
  operator: { name: GROUPS.operator, description: "For the operator of the service, with a token." },
} as const satisfies Readonly<Record<Group | "uploads" | "v1", Json>>;

/** The groups whose endpoints of version 1 exist in version 2, too. */
const IN_BOTH_VERSIONS: readonly Group[] = ["animals", "filters", "text"];

function toTag({ group, version }: Endpoint): string {
  return version === "v1" && IN_BOTH_VERSIONS.includes(group) ? TAGS.v1.name : TAGS[group].name;
}

function toPathItem(endpoint: Endpoint, components: Components): Json {
  const { id, method, upload, parameters } = endpoint;
  const operation = toOperation(endpoint, components);
  if (method === "DELETE") return { delete: operation };
  if (upload === undefined) return { get: operation };
  const others = parameters.filter(({ name }) => name !== "image");
  const post = toOperation({ ...endpoint, ...upload, id: `${id}-upload`, parameters: others }, components);
  // Only GET and HEAD are answered with 304.
  const { 304: _, ...responses } = post.responses as Json;
  return { get: operation, post: { ...post, tags: [TAGS.uploads.name], responses, requestBody: toUploadBody(others) } };
}

const IMAGE = { type: "string", format: "binary" };

/** A form may contain the parameters of the query, too. */
function toUploadBody(parameters: readonly EndpointParameter[]): Json {
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
  const { id, title, summary, description, parameters, errors, isFree } = endpoint;
  const codes = new Set([...errors, ...COMMON_ERRORS.filter((code) => !(isFree && code === "rate_limited"))]);
  return {
    operationId: id,
    summary: title,
    description: [`${summary}.`, ...(description === undefined ? [] : [description])].join("\n\n"),
    tags: [toTag(endpoint)],
    security: errors.includes("authentication_required") ? [{ operatorToken: [] }] : undefined,
    parameters: parameters.length > 0 ? parameters.map(toParameter) : undefined,
    responses: {
      ...toSuccessResponses(endpoint, schemas),
      ...toErrorReferences(id, [...codes], responses),
    },
  };
}

function toParameter(parameter: EndpointParameter): Json {
  const { name, summary, required, example } = parameter;
  const isRequired = parameter.in === "path" || required === true;
  return { name, in: parameter.in, description: summary, required: isRequired, schema: toSchema(parameter), example };
}

function toSchema({ type, allowed, min, max, word, maxLength, format, pattern, fallback }: EndpointParameter): Json {
  if (word !== undefined) {
    return { anyOf: [{ type, minimum: min, maximum: max }, { type: "string", enum: [word] }], default: fallback };
  }
  return {
    type,
    format,
    pattern,
    enum: pattern === undefined ? type === "string" ? allowed : allowed?.map(Number) : undefined,
    minimum: min,
    maximum: max,
    minLength: maxLength === undefined ? undefined : 1,
    maxLength,
    default: fallback,
  };
}
