import { z } from "zod";
import { isOperatorRoute } from "@/lib/access/admit.ts";
import { type Endpoint, fieldsOf, GROUPS, variablesOf } from "@/lib/http/endpoint.ts";
import { INFO } from "@/lib/process/info.ts";

const ERROR = z.object({
  success: z.literal(false),
  status: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.looseObject({}).optional(),
});

/** The body of a POST: a picture, or a form with one file. */
const UPLOAD = {
  "image/*": { schema: { type: "string", format: "binary" } },
  "multipart/form-data": {
    schema: { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] },
  },
};

/** Writes the OpenAPI 3.1 document of these endpoints. */
export function toOpenApi(origin: string, endpoints: readonly Endpoint[]): object {
  const schemas: Record<string, unknown> = {};
  const paths = endpoints.map((each) => {
    const operations = (each.methods ?? ["GET"]).map((method) => [
      method.toLowerCase(),
      toOperation(each, method, schemas),
    ]);
    return [each.path, Object.fromEntries(operations)];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Pawkit",
      version: INFO.version,
      summary: "Type a name, meet your animal.",
      description: "Pawkit draws an animal for every name. It needs no key, and pages of any origin may call it.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags: Object.values(GROUPS).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...schemas, Error: toSchema(ERROR, schemas) },
      securitySchemes: { operator: { type: "http", scheme: "bearer", description: "The operator's token" } },
      responses: {
        Error: {
          description: "An error: a stable `code` for programs and a `message` for people",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

/** Returns the id of an endpoint, also on the page: `v2-random-kaomoji-type`. */
export function toId(path: string): string {
  return path.replace(/^\/(api\/)?/, "").replaceAll(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
}

function toOperation(endpoint: Endpoint, method: string, schemas: Record<string, unknown>): object {
  const { path, summary, description, returns, group, input } = endpoint;
  const isUpload = method === "POST";
  const inPath = variablesOf(path);
  const examples = toExamples(endpoint);
  const { required = [] } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const parameters = Object.entries(fieldsOf(endpoint))
    // The body of an upload is the picture.
    .filter(([name]) => !isUpload || name !== "image")
    .map(([name, { description, ...schema }]) => {
      const isInPath = inPath.includes(name);
      const place = isInPath ? "path" : "query";
      const isRequired = isInPath || required.includes(name);
      return { name, in: place, required: isRequired, description, example: examples[name], schema };
    });
  const content = Object.entries(returns).map(([type, body]) => [type, { schema: toBody(type, body, schemas) }]);
  return {
    operationId: toId(path) + (method === "GET" ? "" : `-${method.toLowerCase()}`),
    tags: [GROUPS[group]],
    summary,
    description,
    parameters,
    security: isOperatorRoute(path) ? [{ operator: [] }] : [],
    ...(isUpload && { requestBody: { required: true, content: UPLOAD } }),
    responses: {
      200: { description: "Success", content: Object.fromEntries(content) },
      ...(endpoint.redirects && { 302: { description: "Redirects to another address" } }),
      "4XX": { $ref: "#/components/responses/Error" },
      "5XX": { $ref: "#/components/responses/Error" },
    },
  };
}

/** Returns the values that the variables of a path have in its example. */
function toExamples({ path, example }: Endpoint): Readonly<Record<string, string>> {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)");
  return new RegExp(`^${pattern}(?:\\?|$)`).exec(example)?.groups ?? {};
}

/** Returns the schema of a body. A body without a schema, such as a picture, is described by a sentence. */
function toBody(mediaType: string, body: z.ZodType | string, schemas: Record<string, unknown>): object {
  if (typeof body === "string") return { ...(mediaType.startsWith("text/") && { type: "string" }), description: body };
  const success = z.object({ success: z.literal(true), status: z.literal(200) });
  return toSchema(body instanceof z.ZodObject ? success.extend(body.shape) : body, schemas);
}

/** Converts a schema. The schemas in it that have an id are moved to the components. */
function toSchema(schema: z.ZodType, schemas: Record<string, unknown>): object {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
  Object.assign(schemas, $defs);
  return rest;
}
