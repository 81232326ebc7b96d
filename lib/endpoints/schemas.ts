import { z } from "zod";
import type { EndpointResponse } from "@/lib/endpoints/endpoint.ts";
import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "@/lib/http/error_codes.ts";
import { instant } from "@/lib/http/fields.ts";
import { VALID_REQUEST_ID } from "@/lib/http/request_state.ts";

/** The fields of a JSON response. */
export type Fields = z.ZodRawShape | z.ZodObject;

/**
 * Describes a successful JSON response by its fields or a list of alternatives. Adds `success` and `status`. An object
 * schema with an id has that name in the OpenAPI document. The example is that of the first alternative, unless its
 * fields are given. It is made when it is read, because the landing page shows none.
 */
export function jsonResponse(
  fields: Fields | readonly Fields[],
  options: { readonly example?: object } & Pick<EndpointResponse, "headers"> = {},
): EndpointResponse {
  const schemas = [fields].flat().map((each) => {
    const named = each instanceof z.ZodObject ? each : z.object(each);
    const success = z.object({ success: z.literal(true), status: z.literal(200), ...named.shape });
    const meta = named.meta();
    return meta === undefined ? success : success.meta(meta);
  });
  const schema = schemas.length === 1 ? schemas[0]! : z.union(schemas);
  return {
    type: "application/json",
    headers: options.headers ?? [],
    schema,
    get example() {
      const { example } = options;
      return example === undefined ? exampleOf(schemas[0]!) : { success: true, status: 200, ...example };
    },
  };
}

/**
 * Returns an example of a schema: that of its metadata, or one that consists of the examples of its parts. Optional
 * fields are left out, unless their metadata has an example.
 *
 * @throws {TypeError} if a part needs an example and has none.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const { example } = schema.meta() ?? {};
  if (example !== undefined || schema instanceof z.ZodOptional) return example;
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)];
  if (!(schema instanceof z.ZodObject)) throw new TypeError("The schema has no example in its metadata");
  const fields = Object.entries(schema.shape).map(([name, each]) => [name, exampleOf(each as z.ZodType)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

type DetailName<Details> = Details extends unknown ? keyof Details : never;

/** What an error may state besides its message. */
const DETAILS = {
  parameter: z.string(),
  value: z.string(),
  min: z.number(),
  max: z.number(),
  allowed: z.array(z.string()),
  limit: z.number(),
  got: z.number(),
  unit: z.enum(["ms", "bytes", "points", "slots"]),
  sourceStatus: z.int(),
  until: instant,
  suggestion: z.string(),
} satisfies Record<DetailName<ErrorDetails>, z.ZodType>;

/** The schema of every error. */
export const ERROR_SCHEMA = z.object({
  success: z.literal(false),
  status: z.int().min(400).max(599),
  code: z.enum(Object.keys(ERROR_CODES) as ErrorCode[]),
  message: z.string().min(1),
  requestId: z.string().regex(VALID_REQUEST_ID),
  details: z.object(DETAILS).partial().optional(),
}).meta({ id: "Failure" });

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The schemas of the OpenAPI document by name. */
export type NamedSchemas = Record<string, Json>;

/**
 * Converts a schema for the OpenAPI document. Adds schemas with an id to `named` and refers to them, so that generated
 * clients have types such as `Animal`. Additional properties are allowed, so that a client generated from today's
 * document accepts a field that is added tomorrow. The document has examples of responses, not of each field.
 */
export function toJsonSchema(schema: z.ZodType, named: NamedSchemas): Json {
  const converted = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.example;
    },
  });
  const { $schema: _, $defs = {}, ...body } = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  Object.assign(named, $defs);
  return body;
}
