import type { JobKind } from "@/lib/filters/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/http/parameters.ts";
import { ImageError } from "@pawkit/images";

/** Seconds after which a caller should try again when the workers are busy. */
const RETRY_AFTER_SECONDS = 2;

const FAILURES: Readonly<Record<JobKind, string>> = {
  filter: "Cannot filter the image",
  drawing: "Cannot draw the picture",
};

/** Creates the error for a request that there is no memory for, or whose job cannot wait or has waited too long. */
export function overloadedError(kind: JobKind, headers: Readonly<Record<string, string>> = {}): ApiError {
  const message = `${FAILURES[kind]}: the service is overloaded, try again in ${RETRY_AFTER_SECONDS} s`;
  return new ApiError("overloaded", message, { headers: { "retry-after": String(RETRY_AFTER_SECONDS), ...headers } });
}

/** Creates the error for a job that has run longer than `limit` milliseconds. */
export function jobTimeoutError(kind: JobKind, limit: number): ApiError {
  return new ApiError("filter_timeout", `${FAILURES[kind]}: the ${kind} took longer than ${limit} ms`, {
    details: { limit },
  });
}

/** Converts the error of an image to the one that the caller gets, and returns every other unchanged. */
export function toCallerError(cause: unknown): unknown {
  if (!(cause instanceof ImageError)) return cause;
  const { code, message, details } = cause;
  // The caller chose a format that cannot store the image, so the error is about that parameter.
  if (code === "side_too_long") {
    const { format = "", limit: max = 0 } = details ?? {};
    return invalidParameterError("format", format, `must be able to store more than ${max} pixels a side`, { max });
  }
  if (details === undefined) return new ApiError(code, message, { cause });
  if (code === "too_expensive") {
    return new ApiError(code, message, { cause, details: { unit: "bytes", limit: details.limit, got: details.got } });
  }
  return new ApiError(code, message, { cause, details: { limit: details.limit, got: details.got } });
}
