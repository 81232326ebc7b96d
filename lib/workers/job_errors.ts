import type { JobKind } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** Seconds after which a caller should try again when the workers are busy. */
export const RETRY_AFTER_SECONDS = 2;

const FAILURES: Readonly<Record<JobKind | "file", string>> = {
  filter: "Cannot filter the image",
  drawing: "Cannot draw the picture",
  file: "Cannot send the file",
};

/** Creates the error for a request that there is no memory for, or whose job cannot wait or has waited too long. */
export function overloadedError(kind: JobKind | "file"): ApiError {
  const message = `${FAILURES[kind]}: the service is overloaded, try again in ${RETRY_AFTER_SECONDS} s`;
  return new ApiError("overloaded", message, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}

/** Creates the error for a job that has run longer than `limit` milliseconds. */
export function jobTimeoutError(kind: JobKind, limit: number): ApiError {
  return new ApiError("filter_timeout", `${FAILURES[kind]}: the ${kind} took longer than ${limit} ms`, {
    details: { limit },
  });
}
