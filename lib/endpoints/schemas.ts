import { z } from "zod";
import { STATUS_BY_CODE } from "@/lib/http/errors.ts";

/** The schema of a success: `success`, `status` and the endpoint's own fields. */
export function success<T extends z.ZodRawShape>(fields: T): z.ZodObject<T & SuccessShape> {
  return z.object({ success: z.literal(true), status: z.literal(200), ...fields }) as z.ZodObject<T & SuccessShape>;
}

/** The fields of every success. */
export type SuccessShape = { success: z.ZodLiteral<true>; status: z.ZodLiteral<200> };

/** The schema of every failure. */
export const FAILURE = z.object({
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
  }).partial().optional(),
});

/** Any object of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * Converts a schema for the OpenAPI document. Objects stay open, so that a program made from today's document accepts a
 * field that tomorrow's answer has.
 */
export function toJsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return converted;
}
