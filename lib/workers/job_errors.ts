import type { JobKind } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** Seconds after which a caller should try again when the workers are busy. */
export const RETRY_AFTER_SECONDS = 2;

/** What there is too little memory or room for: a job, the sending of a file, or a request before it is worked on. */
type RefusedKind = JobKind | "file" | "request";

const FAILURES: Readonly<Record<RefusedKind, string>> = {
  filter: "Cannot filter the image",
  drawing: "Cannot draw the picture",
  file: "Cannot send the file",
  request: "Cannot respond",
};

/** Creates the error for a request that there is no memory for, or whose job cannot wait or has waited too long. */
export function overloadedError(kind: RefusedKind): ApiError {
  const message = `${FAILURES[kind]}: the service is overloaded, try again in ${RETRY_AFTER_SECONDS} s`;
  return new ApiError("overloaded", message, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}

/** Creates the error for a job that has run longer than `limit` milliseconds. */
export function jobTimeoutError(kind: JobKind, limit: number): ApiError {
  return new ApiError("filter_timeout", `${FAILURES[kind]}: the ${kind} took longer than ${limit} ms`, {
    details: { limit },
  });
}
