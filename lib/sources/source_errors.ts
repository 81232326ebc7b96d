import { ApiError, type ApiErrorOptions, type ErrorCode } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { redactUrl } from "@/lib/text/redact.ts";

/** Returns an error about a source: its server, or what this service can fetch now. */
export function sourceError(code: ErrorCode, reason: string, options: ApiErrorOptions = {}): ApiError {
  return new ApiError(code, `Cannot fetch the image: ${reason}`, options);
}

/** Returns the error for a URL that cannot be used; `reason` starts with "must". */
export function invalidUrlError(url: string, reason: string, suggestion?: string): ApiError {
  return invalidParameterError("image", redactUrl(url), reason, suggestion === undefined ? {} : { suggestion });
}

/** Returns the error for a URL that leads to where no request may go. */
export function forbiddenAddressError(reason: string): ApiError {
  return sourceError("forbidden_address", reason, { details: { parameter: "image" } });
}

/** Returns the error for a URL that leads to this service, or to a filter of another one, which may lead back here. */
export function ownServiceError(): ApiError {
  const hint = "for one of its pictures, use the path (/images/… or /cat/Ada.png)";
  return forbiddenAddressError(`the URL leads to this service, or to a filter of one like it; ${hint}`);
}

/** Returns the error for a source that responded neither with an image nor with a redirect. */
export function sourceStatusError(sourceStatus: number): ApiError {
  const code = sourceStatus >= 400 && sourceStatus < 500 ? "source_rejected" : "source_failed";
  return sourceError(code, `the source responded with status ${sourceStatus}`, { details: { sourceStatus } });
}

/** Returns the error for a source of more bytes than allowed. */
export function sourceTooLargeError(limit: number, got: number): ApiError {
  const reason = `must have at most ${limit.toLocaleString("en")} bytes, got ${got.toLocaleString("en")} or more`;
  return sourceError("source_too_large", reason, { details: { limit, got } });
}

/** Returns the error for a source that did not send its image in time. */
export function sourceTimeoutError(limitMs: number): ApiError {
  return sourceError("source_timeout", `the source took longer than ${limitMs} ms`);
}
