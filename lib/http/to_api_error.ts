import { ApiError, notFoundError } from "@/lib/http/errors.ts";
import { methodNotAllowedError } from "@/lib/http/methods.ts";

/**
 * Converts anything that was thrown while a request was handled into the error that its caller gets. An unexpected
 * error becomes an `internal_error` that reveals nothing.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = statusOf(error);
  if (status === 400) {
    return new ApiError("bad_request", "Cannot read the URL: its host and percent-escapes must be valid");
  }
  if (status === 404) return notFoundError();
  if (status === 405) return methodNotAllowedError();
  const message = "Cannot respond because of an error in the service: report this id to the operator";
  return new ApiError("internal_error", message, { cause: error });
}

function statusOf(error: unknown): number {
  // A percent-escape that cannot be decoded.
  if (error instanceof URIError) return 400;
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
}
