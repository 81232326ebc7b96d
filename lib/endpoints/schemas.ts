import { z } from "zod";
import type { EndpointResponse } from "@/lib/endpoints/endpoint.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { STATUS_BY_CODE } from "@/lib/http/errors.ts";

/** Describes a successful JSON response by its fields or a list of alternatives. Adds `success` and `status`. */
export function jsonResponse(
  fields: z.ZodRawShape | readonly z.ZodRawShape[],
  example: object,
  headers: readonly HeaderName[] = [],
): EndpointResponse {
  const schemas = [fields].flat()
    .map((each) => z.object({ success: z.literal(true), status: z.literal(200), ...each }));
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
});

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * Converts a schema for the OpenAPI document. Additional properties are allowed there, so that a client generated from
 * today's document accepts a field that is added tomorrow.
 */
export function toJsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return converted;
}
