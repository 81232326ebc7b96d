import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/http/parameters.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/**
 * Converts an {@linkcode ImageError} to the error that the caller receives, and returns every other error unchanged.
 * The codes are the same, except for a format that cannot store the image: the caller chose that format, so the error
 * is about the parameter `format`.
 */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof ImageError)) return error;
  const { code, message, details } = error;
  if (code === "side_too_long") {
    const { format = "", limit: max = 0 } = details ?? {};
    return invalidParameterError("format", format, `must be able to store more than ${max} pixels a side`, { max });
  }
  if (details === undefined) return new ApiError(code, message, { cause: error });
  return new ApiError(code, message, { cause: error, details: { limit: details.limit, got: details.got } });
}
