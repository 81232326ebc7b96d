import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "@/lib/http/error_codes.ts";
import { didYouMean } from "@/lib/text/suggestion.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

export type { ErrorCode, ErrorDetails };

/** Options of {@linkcode ApiError}. */
export interface ApiErrorOptions extends ErrorOptions {
  /** Sent to the caller next to the message. */
  readonly details?: ErrorDetails;
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the caller gets; `routes/_middleware.ts` turns it into the response. */
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
    this.status = ERROR_CODES[code].status;
    this.details = options.details;
    this.headers = options.headers;
  }
}

/**
 * Creates the single 404. Missing routes, missing files and forbidden paths look identical, so nothing can be probed;
 * only a path without a route can have the `suggestion` of a similar one.
 */
export function notFoundError(suggestion?: string, remedy = "/api lists every endpoint"): ApiError {
  const message = `Cannot find this path: ${remedy}${didYouMean(suggestion)}`;
  return new ApiError("not_found", message, suggestion === undefined ? {} : { details: { suggestion } });
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
