import type { ErrorCode } from "@/lib/http/errors.ts";

/** Server errors that are remembered with their circumstances. */
const REMEMBERED = 20;

/** A server error as the operator sees it. The log has the rest under the same request id. */
export interface LoggedError {
  readonly time: string;
  readonly requestId: string | undefined;
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Counts error responses by their code, and remembers the last server errors (5xx). */
export class ErrorLog {
  readonly #counts = new Map<ErrorCode, number>();
  readonly #last: LoggedError[] = [];

  /** Counts an error response. */
  count(code: ErrorCode): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** Remembers a server error. */
  remember(error: LoggedError): void {
    this.#last.push(error);
    if (this.#last.length > REMEMBERED) this.#last.shift();
  }

  /** Error responses since the start, by code. */
  get counts(): Readonly<Partial<Record<ErrorCode, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** The last server errors, the latest first. */
  get last(): readonly LoggedError[] {
    return this.#last.toReversed();
  }
}
