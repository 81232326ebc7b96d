import { z } from "zod";
import type { EndpointResponse } from "@/lib/endpoints/endpoint.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { STATUS_BY_CODE } from "@/lib/http/errors.ts";

/**
 * Describes a successful JSON response by its fields or a list of alternatives. Adds `success` and `status`. An
 * alternative that is an object schema with an id has that name in the OpenAPI document.
 */
export function jsonResponse(
  fields: z.ZodRawShape | readonly (z.ZodRawShape | z.ZodObject)[],
  example: object,
  headers: readonly HeaderName[] = [],
): EndpointResponse {
  const schemas = [fields].flat().map((each) => {
    const named = each instanceof z.ZodObject ? each : z.object(each);
    const schema = z.object({ success: z.literal(true), status: z.literal(200), ...named.shape });
    const meta = named.meta();
    return meta === undefined ? schema : schema.meta(meta);
  });
  const schema = schemas.length === 1 ? schemas[0]! : z.union(schemas);
  return { type: "application/json", headers, schema, example: { success: true, status: 200, ...example } };
}

/** The schema of every error. */
export const ERROR_SCHEMA = z.object({
  success: z.literal(false),
  status: z.int().min(400).max(599),
  code: z.enum(Object.keys(STATUS_BY_CODE) as [string, ...string[]]),
  message: z.string().min(1),
  requestId: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  details: z.object({
    parameter: z.string(),
    value: z.string(),
    min: z.number(),
    max: z.number(),
    allowed: z.array(z.string()),
    limit: z.number(),
    got: z.number(),
    sourceStatus: z.int(),
    until: z.iso.datetime(),
    share: z.string(),
  }).partial().optional(),
}).meta({ id: "Failure" });

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The schemas of the OpenAPI document by name. */
export type NamedSchemas = Record<string, Json>;

/**
 * Converts a schema for the OpenAPI document. Schemas with an id are added to `named` and referred to, so that generated
 * clients have types such as `Animal`. Additional properties are allowed, so that a client generated from today's
 * document accepts a field that is added tomorrow.
 */
export function toJsonSchema(schema: z.ZodType, named: NamedSchemas): Json {
  const converted = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { $schema: _, $defs = {}, ...body } = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  Object.assign(named, $defs);
  return body;
}
