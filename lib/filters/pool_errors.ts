import type { JobKind } from "@/lib/filters/fair_queue.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** Seconds after which a rejected caller should try again. */
const RETRY_AFTER_SECONDS = 2;

const FAILURES: Readonly<Record<JobKind, string>> = {
  filter: "Cannot filter the image",
  drawing: "Cannot draw the picture",
};

/** Creates the error for a job that cannot wait, or has waited too long. `isPersonal`: it concerns only its client. */
export function overloadedError(kind: JobKind, isPersonal = false): ApiError {
  const message = `${FAILURES[kind]}: the service is overloaded, try again in ${RETRY_AFTER_SECONDS} s`;
  return new ApiError("overloaded", message, { isPersonal, headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}

/** Creates the error for a job that has run longer than `limit` milliseconds. */
export function jobTimeoutError(kind: JobKind, limit: number): ApiError {
  return new ApiError("filter_timeout", `${FAILURES[kind]}: the ${kind} took longer than ${limit} ms`, {
    details: { limit },
  });
}
