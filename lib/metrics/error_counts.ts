import { toLoggedPath } from "@/lib/http/access_record.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";

/** How many server errors are remembered. */
const MAX_LAST_ERRORS = 20;

/** The errors since startup, with the names of `operator/status`. */
export interface ErrorReport {
  /** Error responses by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  /** How many of them are about images of callers. */
  readonly sourceFailures: number;
  /** The last server errors, the latest first. The log has the rest under the same request id. */
  readonly lastErrors: readonly Readonly<Record<"time" | "requestId" | "path" | "code" | "message", string>>[];
}

/** Counts error responses by their code, and remembers the last server errors (5xx). */
export class ErrorCounts {
  readonly #errorsByCode = new Map<ErrorCode, number>();
  #lastErrors: ErrorReport["lastErrors"] = [];

  /** Counts an error response. */
  add(ctx: HttpContext, { code, status, message }: ApiError): void {
    this.#errorsByCode.set(code, (this.#errorsByCode.get(code) ?? 0) + 1);
    if (status < 500) return;
    const path = toLoggedPath(ctx.req.url, ctx.route);
    const last = { time: new Date().toISOString(), requestId: requestIdOf(ctx), path, code, message };
    this.#lastErrors = [last, ...this.#lastErrors].slice(0, MAX_LAST_ERRORS);
  }

  /** Returns the errors since startup. */
  report(): ErrorReport {
    const sourceErrors = this.#errorsByCode.entries().filter(([code]) => code.startsWith("source_"));
    const sourceFailures = sourceErrors.reduce((sum, [, count]) => sum + count, 0);
    return { failures: Object.fromEntries(this.#errorsByCode), sourceFailures, lastErrors: this.#lastErrors };
  }
}
