import { z } from "zod";
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
  const components = { schemas: {} as Record<string, unknown>, parameters: {} as Record<string, Parameter> };
  const paths = endpoints.map((each) => {
    const operations = (each.methods ?? ["GET"]).map((method) => [
      method.toLowerCase(),
      toOperation(each, method, components),
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
      ...components,
      schemas: { ...components.schemas, Error: toSchema(ERROR, components.schemas) },
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

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly example: string | undefined;
  readonly schema: object;
}

interface Components {
  readonly schemas: Record<string, unknown>;
  readonly parameters: Record<string, Parameter>;
}

function toOperation(endpoint: Endpoint, method: string, components: Components): object {
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
      return { name, in: place, required: isRequired, description, example: examples[name], schema } as const;
    });
  const { schemas } = components;
  const content = Object.entries(returns).map(([type, body]) => [type, { schema: toBody(type, body, schemas) }]);
  return {
    operationId: toId(path) + (method === "GET" ? "" : `-${method.toLowerCase()}`),
    tags: [GROUPS[group]],
    summary,
    description,
    parameters: parameters.map((each) => refer(each, components.parameters)),
    ...(isUpload && { requestBody: { required: true, content: UPLOAD } }),
    responses: {
      200: { description: "Success", content: Object.fromEntries(content) },
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

/** Returns the values that the variables of a path have in its example. */
function toExamples({ path, example }: Endpoint): Readonly<Record<string, string>> {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)");
  return new RegExp(`^${pattern}(?:\\?|$)`).exec(example)?.groups ?? {};
}

/** Returns a reference to a parameter, because many endpoints have the same ones. */
function refer(parameter: Parameter, known: Record<string, Parameter>): object {
  let key = parameter.name;
  for (let count = 2; known[key] && JSON.stringify(known[key]) !== JSON.stringify(parameter); count++) {
    key = `${parameter.name}${count}`;
  }
  known[key] = parameter;
  return { $ref: `#/components/parameters/${key}` };
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
