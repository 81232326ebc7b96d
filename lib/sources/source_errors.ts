import { ApiError, type ApiErrorOptions } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/http/parameters.ts";

/** Maximum length of a URL in a message. */
const MAX_SHOWN_CHARACTERS = 80;

/** Removes the parts of an image URL that may be secret or long: query, fragment, password, data. */
export function redactUrl(text: string): string {
  // Up to the last "@", because a password that is not escaped may contain every other character.
  const userinfoEnd = /^data:/i.test(text) ? -1 : text.lastIndexOf("@");
  const [scheme = ""] = /^https?:/i.exec(text) ?? [];
  const shown = userinfoEnd === -1 ? text : `${scheme}//…${text.slice(userinfoEnd)}`;
  return (shown.split(/[?#,]/, 1)[0] ?? "").slice(0, MAX_SHOWN_CHARACTERS);
}

/** Returns the 400 for an `image` that cannot be used; `reason` starts with "must". */
export function imageUrlError(text: string, reason: string): ApiError {
  return invalidParameterError("image", redactUrl(text), reason);
}

/** Returns the 403 for a URL that leads to an address, a name or a port that callers may not reach. */
export function forbiddenAddressError(reason: string): ApiError {
  const message = `Cannot fetch the image: ${reason}; the operator can allow a host with ALLOW_PRIVATE_HOSTS`;
  return new ApiError("forbidden_address", message, { details: { parameter: "image" } });
}

/** Returns the 403 for a URL that leads to this service, which must not send requests to itself. */
export function ownServiceError(): ApiError {
  const reason = "the URL leads to this service itself; for one of its pictures, use the path (/images/…)";
  return new ApiError("forbidden_address", `Cannot fetch the image: ${reason}`, { details: { parameter: "image" } });
}

/** Returns the 422 for a source that responded with a status of 400 to 499. */
export function sourceRejectedError(sourceStatus: number): ApiError {
  const message = `Cannot fetch the image: the source responded with status ${sourceStatus}`;
  return new ApiError("source_rejected", message, { details: { sourceStatus } });
}

/** Returns the 422 for a source of more bytes than allowed. */
export function sourceTooLargeError(limit: number, got: number): ApiError {
  const [most, size] = [limit, got].map((count) => count.toLocaleString("en"));
  const message = `Cannot fetch the image: must have at most ${most} bytes, got ${size} or more`;
  return new ApiError("source_too_large", message, { details: { limit, got } });
}

/** Returns the 502 for a source that cannot be reached or does not send an image. */
export function sourceFailedError(reason: string, options: ApiErrorOptions = {}): ApiError {
  return new ApiError("source_failed", `Cannot fetch the image: ${reason}`, options);
}

/** Returns the 504 for a source that did not send its image in time. */
export function sourceTimeoutError(limitMs: number): ApiError {
  return new ApiError("source_timeout", `Cannot fetch the image: the source took longer than ${limitMs} ms`);
}

/** Returns the 503 for a download that this service cannot start or continue now. */
export function fetchOverloadedError(reason: string, retryAfterSeconds: number, isPersonal = false): ApiError {
  const message = `Cannot fetch the image: ${reason}, try again in ${retryAfterSeconds} s`;
  return new ApiError("overloaded", message, { isPersonal, headers: { "retry-after": String(retryAfterSeconds) } });
}

/** Returns the 503 for a download for which there is too little memory. It concerns only its client. */
export function tooManyDownloadsError(): ApiError {
  return fetchOverloadedError("too many downloads are running", 1, true);
}
