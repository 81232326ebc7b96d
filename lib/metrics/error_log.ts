import type { ErrorCode } from "@/lib/http/errors.ts";

/** Failures remembered with their circumstances. */
const REMEMBERED = 20;

/** A failure of ours, as the operator sees it; the log has the rest under the same id. */
export interface LoggedError {
  readonly time: string;
  readonly requestId: string | undefined;
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Counts failed answers by their code, and remembers the last that were not the caller's doing. */
export class ErrorLog {
  readonly #counts = new Map<ErrorCode, number>();
  readonly #last: LoggedError[] = [];

  /** Counts a failed answer. */
  count(code: ErrorCode): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** Remembers a failure of ours. */
  remember(fault: LoggedError): void {
    this.#last.push(fault);
    if (this.#last.length > REMEMBERED) this.#last.shift();
  }

  /** Failed answers since the start, by code. */
  get counts(): Readonly<Partial<Record<ErrorCode, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** The last failures of ours, the latest first. */
  get last(): readonly LoggedError[] {
    return this.#last.toReversed();
  }
}
