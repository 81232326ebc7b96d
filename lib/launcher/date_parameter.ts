import { z } from "zod";
import { invalidParameterError, readParameter } from "@/lib/http/parameters.ts";

const ISO_DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/**
 * Reads a date, or `undefined` if it is absent.
 *
 * @throws {ApiError} `invalid_parameter` for anything that is not an ISO 8601 date.
 */
export function parseDate(query: URLSearchParams, name: string): string | undefined {
  const text = readParameter(query, name);
  if (text === undefined || ISO_DATE.safeParse(text).success) return text;
  throw invalidParameterError(name, text, "must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z");
}
