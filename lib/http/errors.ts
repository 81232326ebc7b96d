import { escapeUnsafe, shorten } from "@/lib/util/text.ts";

/** The status of each error code. The codes are part of the interface, and their names never change. */
export const ERROR_STATUS = {
  bad_request: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  authentication_required: 401,
  banned: 403,
  forbidden_address: 403,
  not_found: 404,
  unknown_type: 404,
  unknown_app: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  uri_too_long: 414,
  source_too_large: 422,
  too_many_pixels: 422,
  too_many_frames: 422,
  too_expensive: 422,
  unsupported_format: 422,
  broken_image: 422,
  source_rejected: 422,
  rate_limited: 429,
  internal_error: 500,
  source_failed: 502,
  overloaded: 503,
  source_timeout: 504,
  filter_timeout: 504,
} as const;

/** What went wrong, for programs. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** What a program can use besides the code. */
export interface ErrorDetails {
  /** The parameter that is wrong or missing. */
  readonly parameter?: string;
  /** What the caller sent. */
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  /** The values that are allowed. */
  readonly allowed?: readonly (string | number)[];
  readonly limit?: number;
  readonly got?: number;
  /** The status with which a source responded. */
  readonly sourceStatus?: number;
  /** When a ban ends. */
  readonly until?: string;
}

/** Options of {@linkcode ApiError}. */
export interface ApiErrorOptions extends ErrorOptions {
  readonly details?: ErrorDetails;
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the caller gets. The middleware turns it into the response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** The message is one sentence that a person can act on. */
  constructor(readonly code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    // A message may quote a caller, and a terminal would obey control characters.
    super(escapeUnsafe(message), options);
    this.status = ERROR_STATUS[code];
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** Creates the 404 for any missing path or file. It is always the same, so that a caller learns no reason. */
export function notFoundError(): ApiError {
  const message =
    "Cannot find anything at this path: an animal is at a path such as /cat/Ada, and /llms.txt lists all " +
    "endpoints";
  return new ApiError("not_found", message);
}

/** Creates the 404 for the API of an application that this service does not have. */
export function unknownAppError(name: string, appName: string): ApiError {
  const value = shorten(name, 80);
  return new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
}

/** Creates the 405 for a path that exists, but not with this method. */
export function methodNotAllowedError(allow: string): ApiError {
  return new ApiError("method_not_allowed", `Cannot use this method: must be one of ${allow}`, { headers: { allow } });
}

/**
 * Converts anything that was thrown while a request was handled into the error that its caller gets. An unexpected
 * error becomes an `internal_error` that reveals nothing.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = thrown instanceof Error && "status" in thrown ? thrown.status : undefined;
  // A percent-escape that cannot be decoded.
  if (status === 400 || thrown instanceof URIError) {
    return new ApiError("bad_request", "Cannot read the URL: its percent-escapes must be valid");
  }
  if (status === 404) return notFoundError();
  if (status === 405) return methodNotAllowedError("GET, HEAD, OPTIONS");
  const message = "Cannot respond because of an error in the service: report this id to the operator";
  return new ApiError("internal_error", message, { cause: thrown });
}
