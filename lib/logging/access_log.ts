import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import type { AccessRecord } from "@/lib/http/access_record.ts";
import type { AccessLineFormat, RefusedCount } from "@/lib/logging/access_line.ts";
import type { ClientHash } from "@/lib/logging/client_hash.ts";
import type { LineQueue } from "@/lib/logging/line_queue.ts";

/** How long the refused requests of a client are counted together. */
const REFUSED_MS = 10_000;

/** Maximum number of refused clients that are counted separately, about 2 MB. All others are counted together. */
const MAX_REFUSED_CLIENTS = 10_000;

/** The name of all clients beyond that. No client has an address like this. */
const OTHER_CLIENTS = "others";

/** A destination of the access log, and the form of its lines. */
export type AccessOutput = readonly [to: Pick<LineQueue, "write">, format: AccessLineFormat];

/** Options of {@linkcode AccessLog}. */
export interface AccessLogOptions {
  readonly clients: ClientHash;
  readonly outputs: readonly AccessOutput[];
  readonly schedule?: typeof setBackgroundTimeout;
}

/**
 * Writes a line for each answered request. Only the first refused request of a client (429, or 403 of a banned client)
 * gets one: a client can send tens of thousands of them in a second, and a line for each would fill the disk. The others
 * are counted, and a line states their number every ten seconds.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  /** The clients that were refused lately, and the requests of each that no line shows yet. */
  #refused = new Map<string, RefusedCount | undefined>();
  #stopTimer: (() => void) | undefined;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /** Writes an answered request. */
  write(record: AccessRecord): void {
    if (record.isRefused && !this.#isFirstRefused(record)) return;
    const { clients, outputs } = this.#options;
    const client = clients.of(record.client, record.at);
    for (const [to, format] of outputs) to.write(format.request(record, client));
  }

  /** Writes what has been counted. */
  close(): void {
    this.#stopTimer?.();
    this.#writeRefused();
  }

  /** Returns whether a refused request is the first one of its client; if not, it is counted. */
  #isFirstRefused({ client, status, at }: AccessRecord): boolean {
    this.#startTimer();
    const isNew = !this.#refused.has(client);
    if (isNew && this.#refused.size < MAX_REFUSED_CLIENTS) {
      this.#refused.set(client, undefined);
      return true;
    }
    const name = isNew ? OTHER_CLIENTS : client;
    const { count, since, seconds } = this.#refused.get(name) ?? { count: 0, since: at, seconds: 0 };
    const secondsNow = Math.round(at - since) / 1000;
    this.#refused.set(name, { status, count: count + 1, since, seconds: Math.max(seconds, secondsNow) });
    return false;
  }

  #startTimer(): void {
    const { schedule = setBackgroundTimeout } = this.#options;
    this.#stopTimer ??= schedule(REFUSED_MS, () => {
      this.#stopTimer = undefined;
      this.#writeRefused();
      if (this.#refused.size > 0) this.#startTimer();
    });
  }

  #writeRefused(): void {
    const { clients, outputs } = this.#options;
    const counted = [...this.#refused].filter((entry): entry is [string, RefusedCount] => entry[1] !== undefined);
    // Those that go on get no line of their own for their next requests either. The others are forgotten.
    this.#refused = new Map(counted.map(([client]) => [client, undefined]));
    for (const [client, requests] of counted) {
      const name = client === OTHER_CLIENTS ? client : clients.of(client, requests.since);
      for (const [to, format] of outputs) to.write(format.refused(requests, name));
    }
  }
}
