import { redactUrl } from "@/lib/http/redact.ts";

/** Why a source cannot be loaded. */
export type SourceErrorCode =
  | "invalid_url"
  | "unsupported_format"
  | "forbidden_address"
  | "own_service"
  | "source_rejected"
  | "source_failed"
  | "source_timeout"
  | "source_too_large"
  | "overloaded";

/** Options of {@linkcode SourceError}. */
export interface SourceErrorOptions extends ErrorOptions {
  /** The status of the source, or the limit that it exceeds. */
  readonly details?: { readonly sourceStatus: number } | { readonly limit: number; readonly got: number };
  /** The URL, with `invalid_url`. */
  readonly url?: string;
  readonly retryAfterSeconds?: number;
}

/** An error about a source: its URL, its server, or what this service can fetch now. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  readonly options: SourceErrorOptions;

  /** Creates the error; `reason` continues "Cannot fetch the image: …". */
  constructor(code: SourceErrorCode, reason: string, options: SourceErrorOptions = {}) {
    super(reason, options);
    this.code = code;
    this.options = options;
  }
}

/** Returns the error for a URL that cannot be used; `reason` starts with "must". */
export function invalidUrlError(url: string, reason: string, options: ErrorOptions = {}): SourceError {
  return new SourceError("invalid_url", reason, { ...options, url: redactUrl(url) });
}

/** Returns the error for a URL that leads to this service, which must not send requests to itself. */
export function ownServiceError(): SourceError {
  return new SourceError("own_service", "the URL leads to this service itself");
}

/** Returns the error for a source that responded neither with an image nor with a redirect. */
export function sourceStatusError(sourceStatus: number): SourceError {
  const code = sourceStatus >= 400 && sourceStatus < 500 ? "source_rejected" : "source_failed";
  return new SourceError(code, `the source responded with status ${sourceStatus}`, { details: { sourceStatus } });
}

/** Returns the error for a source of more bytes than allowed. */
export function sourceTooLargeError(limit: number, got: number): SourceError {
  const [most, size] = [limit, got].map((count) => count.toLocaleString("en"));
  const details = { limit, got };
  return new SourceError("source_too_large", `must have at most ${most} bytes, got ${size} or more`, { details });
}

/** Returns the error for a source that did not send its image in time. */
export function sourceTimeoutError(limitMs: number): SourceError {
  return new SourceError("source_timeout", `the source took longer than ${limitMs} ms`);
}
