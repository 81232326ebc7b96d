import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { hideValue, toLoggedPath } from "@/lib/text/redact.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";
import { pathOf } from "@/lib/http/request_url.ts";

/** How many errors of the service, and of sources, are remembered. */
export const MAX_LAST_ERRORS = 20;

/** How many errors of callers are remembered, so that an operator finds the id that a caller reports. */
export const MAX_LAST_CALLER_ERRORS = 200;

/** An error response. */
type LastError = Readonly<Record<"time" | "requestId" | "path" | "code" | "message", string>>;

/** The errors since startup, with the names of `operator/status`. */
export interface ErrorReport {
  /** Error responses by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  /** How many of them are about images of callers. */
  readonly sourceFailures: number;
  /** The last errors of the service itself (5xx), the latest first. The log has the rest under the same request id. */
  readonly lastErrors: readonly LastError[];
  /** The last errors of the servers that images of callers are on (5xx), the latest first. */
  readonly lastSourceErrors: readonly LastError[];
  /** The last errors of callers (4xx), the latest first. */
  readonly lastCallerErrors: readonly LastError[];
}

/** Counts error responses by their code, and remembers the last ones. */
export class ErrorCounts {
  readonly #errorsByCode = new Map<ErrorCode, number>();
  readonly #lastErrors: LastError[] = [];
  readonly #lastSourceErrors: LastError[] = [];
  readonly #lastCallerErrors: LastError[] = [];

  /** Counts an error response, and remembers it unless its client was refused. */
  add(ctx: HttpContext, { code, status, message }: ApiError): void {
    this.#errorsByCode.set(code, (this.#errorsByCode.get(code) ?? 0) + 1);
    // A refused client can send tens of thousands of requests in a second, which would displace all others.
    if (ctx.state.isRefused) return;
    // Errors of sources are frequent, and would displace those of the service.
    const serverErrors = isSourceError(code) ? this.#lastSourceErrors : this.#lastErrors;
    const [last, max] = status < 500
      ? [this.#lastCallerErrors, MAX_LAST_CALLER_ERRORS]
      : [serverErrors, MAX_LAST_ERRORS];
    const path = toLoggedPath(pathOf(ctx.req.url), ctx.state.route);
    const time = new Date().toISOString();
    last.push({ time, requestId: requestIdOf(ctx), path, code, message: hideValue(message) });
    if (last.length > max) last.shift();
  }

  /** Returns the errors since startup. */
  report(): ErrorReport {
    const sourceErrors = this.#errorsByCode.entries().filter(([code]) => isSourceError(code));
    const sourceFailures = sourceErrors.reduce((sum, [, count]) => sum + count, 0);
    return {
      failures: Object.fromEntries(this.#errorsByCode),
      sourceFailures,
      lastErrors: this.#lastErrors.toReversed(),
      lastSourceErrors: this.#lastSourceErrors.toReversed(),
      lastCallerErrors: this.#lastCallerErrors.toReversed(),
    };
  }
}

function isSourceError(code: ErrorCode): boolean {
  return code.startsWith("source_");
}
