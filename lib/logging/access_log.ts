import type { AccessRecord } from "@/lib/http/access_record.ts";
import { toAccessLine, toRefusalLine } from "@/lib/logging/access_line.ts";
import type { ClientHash } from "@/lib/logging/client_hash.ts";
import type { LineQueue } from "@/lib/logging/line_queue.ts";
import type { LogFile } from "@/lib/logging/log_file.ts";
import { REFUSAL_WINDOW_MS, type Refusals, RefusedRequests } from "@/lib/logging/refused_requests.ts";

/** Options of {@linkcode AccessLog}. */
export interface AccessLogOptions {
  readonly clients: ClientHash;
  /** Gets JSON, and beyond its limit only a sample of it. */
  readonly file?: LogFile | undefined;
  /** The console. Gets every line in the form `format`. */
  readonly screen?: LineQueue | undefined;
  readonly format: "json" | "text";
}

/**
 * Writes a line for each answered request. Only the first refused request of a client (429, or 403 of a banned client)
 * gets one; the others are counted, and a line states their number every ten seconds.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #refused = new RefusedRequests();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /** Writes a batch of records. `timeOrigin` is the start of the process in milliseconds since 1970. */
  write(records: readonly AccessRecord[], timeOrigin: number): void {
    const shown = records.some(isRefused)
      ? records.filter((each) => !isRefused(each) || this.#refused.add(each))
      : records;
    const now = records.at(-1)?.startedAt ?? 0;
    this.#push(shown, this.#refused.end(now), timeOrigin);
    this.#scheduleEnd();
  }

  /** Writes what has been counted so far, at the end of the process. */
  close(): void {
    clearTimeout(this.#timer);
    this.#push([], this.#refused.end(Infinity), currentTimeOrigin());
  }

  // Windows also end while no requests arrive.
  #scheduleEnd(): void {
    if (this.#timer !== undefined || this.#refused.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#push([], this.#refused.end(performance.now()), currentTimeOrigin());
      this.#scheduleEnd();
    }, REFUSAL_WINDOW_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  #push(records: readonly AccessRecord[], refusals: readonly Refusals[], timeOrigin: number): void {
    const { clients, file, screen, format } = this.#options;
    if (file !== undefined) {
      const { rate } = file;
      const options = { format: "json", clients, timeOrigin, rate } as const;
      let lines = "";
      for (const record of records) if (file.isSampled(rate)) lines += toAccessLine(record, options);
      for (const each of refusals) if (file.isSampled(rate)) lines += toRefusalLine(each, options);
      file.push(lines);
    }
    if (screen !== undefined) {
      const options = { format, clients, timeOrigin };
      let lines = "";
      for (const record of records) lines += toAccessLine(record, options);
      for (const each of refusals) lines += toRefusalLine(each, options);
      screen.push(lines);
    }
  }
}

function isRefused({ isRefused }: AccessRecord): boolean {
  return isRefused;
}

function currentTimeOrigin(): number {
  return Date.now() - performance.now();
}
