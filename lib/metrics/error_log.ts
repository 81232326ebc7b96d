import { getLogger } from "@logtape/logtape";
import { toLoggedPath } from "@/lib/http/access_record.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";

/** How many server errors are remembered. */
const MAX_LAST_ERRORS = 20;

/** A server error as the operator sees it. The log has the rest under the same request id. */
export interface LoggedError {
  readonly time: string;
  readonly requestId: string;
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** The errors since the start. */
export interface ErrorReport {
  /** Error responses by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  /** How many of them are about images of callers. */
  readonly sourceFailures: number;
  /** The last server errors, the latest first. */
  readonly lastErrors: readonly LoggedError[];
}

/** Counts error responses by their code, and remembers the last server errors (5xx). */
export class ErrorLog {
  readonly #counts = new Map<ErrorCode, number>();
  readonly #last: LoggedError[] = [];

  /** Counts an error response. An unexpected error is logged with its cause. */
  record(ctx: HttpContext, error: ApiError): void {
    const { code, status, message, cause } = error;
    this.#counts.set(code, this.count(code) + 1);
    if (status < 500) return;
    const requestId = requestIdOf(ctx);
    const path = toLoggedPath(ctx.req.url);
    this.#last.push({ time: new Date().toISOString(), requestId, path, code, message });
    if (this.#last.length > MAX_LAST_ERRORS) this.#last.shift();
    if (code === "internal_error") {
      getLogger(["pawkit", "server"]).error("Cannot respond to {path}", { path, requestId, error: cause ?? error });
    }
  }

  /** Returns the number of error responses with a code. */
  count(code: ErrorCode): number {
    return this.#counts.get(code) ?? 0;
  }

  /** Returns the errors since the start. */
  report(): ErrorReport {
    const sourceCounts = [...this.#counts].filter(([code]) => code.startsWith("source_"));
    return {
      failures: Object.fromEntries(this.#counts),
      sourceFailures: sourceCounts.reduce((sum, [, count]) => sum + count, 0),
      lastErrors: this.#last.toReversed(),
    };
  }
}
