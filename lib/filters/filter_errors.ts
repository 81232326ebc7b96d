import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { ImageError } from "@pawkit/images";

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
