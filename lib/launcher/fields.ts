import { z } from "zod";
import { instant } from "@/lib/http/fields.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { MAX_VERSION_CHARACTERS, parseVersion, VERSION_FORM } from "@/lib/launcher/version.ts";

const DATE_FORM = "must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z";

/** The values of fields. */
export type Fields<T extends z.ZodRawShape> = z.output<z.ZodObject<T>>;

/** Returns a part of a value: the fields with these names. */
export function selectFields<T extends object, Name extends keyof T>(
  value: T,
  fields: Readonly<Record<Name, z.ZodType>>,
): Pick<T, Name> {
  const names = Object.keys(fields) as Name[];
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, Name>;
}

/** A date. Operators may write it with any offset; clients always receive one form. */
export const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: DATE_FORM,
}).transform(toIsoTime).pipe(instant);

/** A version; a leading `v` is removed. */
export const version = z.string().refine((value) => parseVersion(value) !== undefined, { error: VERSION_FORM })
  .transform((value) => value.replace(/^v/, ""))
  .pipe(z.string().min(5).max(MAX_VERSION_CHARACTERS).describe("SemVer 2.0, or the same with four numbers"));

/** An address on the web. */
export const webAddress = z.url({ protocol: /^https?$/, error: "must be an http: or https: address" }).max(2048)
  .pipe(z.url());

/** A string that is not empty. */
export const text = (max: number) => z.string().trim().min(1).max(max).pipe(z.string());

/** Collects the errors of a document. */
export type Issues = z.core.$RefinementCtx;

/** Adds an error that no schema can express. */
export function addIssue(issues: Issues, path: (string | number)[], message: string): void {
  issues.addIssue({ code: "custom", path, message });
}

/** Formats a date as in every response: UTC, whole seconds. */
export function toIsoTime(time: string | number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats the day of a time, in UTC. */
export function toIsoDate(time: string | number): string {
  return toIsoTime(time).slice(0, 10);
}

/** Checks a date that a caller sends as a parameter, and returns it. @throws {ApiError} `invalid_parameter`. */
export function parseDate(name: string, value: string): string {
  if (date.safeParse(value).success) return value;
  throw invalidParameterError(name, value, DATE_FORM);
}
