import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** The status of each error code. */
export const STATUS_BY_CODE = {
  missing_parameter: 400,
  invalid_parameter: 400,
  bad_request: 400,
  authentication_required: 401,
  forbidden_address: 403,
  banned: 403,
  forbidden_host: 403,
  not_found: 404,
  unknown_type: 404,
  unknown_app: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  range_not_satisfiable: 416,
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
} as const satisfies Record<string, number>;

/** The stable name of an error, for programs. */
export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** The details of an error, for programs. Each error has one of these shapes. */
export type ErrorDetails =
  | ParameterDetails
  | { readonly value: string; readonly allowed: readonly string[] }
  | { readonly limit: number; readonly got?: number; readonly share?: string }
  | { readonly unit: string; readonly limit: number; readonly got: number }
  | { readonly sourceStatus: number }
  | { readonly until: string };

/** A parameter that is missing or invalid, and what is allowed. */
export interface ParameterDetails {
  readonly parameter: string;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
}

/** Options of {@linkcode ApiError}. */
export interface ApiErrorOptions extends ErrorOptions {
  /** Sent to the caller next to the message. */
  readonly details?: ErrorDetails;
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the caller gets; `routes/_middleware.tsx` turns it into the response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  /** Creates the error; `message` is one sentence a person can act on. */
  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    // Messages quote what callers sent, and end up in terminals and logs.
    super(escapeUnsafe(message), options);
    this.code = code;
    this.status = STATUS_BY_CODE[code];
    this.details = options.details;
    this.headers = options.headers;
  }
}

/**
 * Creates the single 404. Missing routes, missing files and forbidden paths look identical, so nothing can be probed.
 */
export function notFoundError(): ApiError {
  return new ApiError("not_found", "Cannot find this path: /api lists every endpoint");
}

/** Creates the 412 for a caller that wants another version of a file. */
export function preconditionFailedError(): ApiError {
  return new ApiError("precondition_failed", "Cannot send this version: the file has changed");
}

/** Creates the 416 for ranges behind the end of a file. */
export function rangeNotSatisfiableError(size: number): ApiError {
  return new ApiError("range_not_satisfiable", `Cannot send this range: the file has ${size} bytes`, {
    details: { limit: size },
    headers: { "content-range": `bytes */${size}` },
  });
}

/**
 * Returns the message of anything that was thrown, for logs and for messages that name their cause. That of
 * `JSON.parse()` is replaced if it quotes the text, which may be private.
 */
export function messageOf(error: unknown): string {
  if (error instanceof SyntaxError && error.message.endsWith("JSON")) return "the text is not valid JSON";
  return error instanceof Error ? error.message : String(error);
}
