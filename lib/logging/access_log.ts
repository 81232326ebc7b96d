import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import type { AccessRecord } from "@/lib/http/access_record.ts";
import { ACCESS_LINES, type AccessLineFormat, type RefusedCount } from "@/lib/logging/access_line.ts";
import type { ClientNames } from "@/lib/logging/client_names.ts";
import type { LineQueue } from "@/lib/logging/line_queue.ts";

/** How often the numbers of refused requests are written. */
const WRITE_REFUSED_MS = 10_000;

/** Maximum number of refused clients that are counted separately, about 2 MB. All others are counted together. */
const MAX_REFUSED_CLIENTS = 10_000;

/** The name of all clients beyond that. No client has an address like this. */
const OTHER_CLIENTS = "others";

/** A destination of the access log, and the form of its lines. */
export type AccessOutput = readonly [to: Pick<LineQueue, "write">, format: AccessLineFormat];

/** Options of {@linkcode AccessLog}. */
export interface AccessLogOptions {
  /** Get every line, without the client: anyone who knew one request of a person could otherwise find all of them. */
  readonly outputs: readonly AccessOutput[];
  /** A file that nobody else can read. It gets the lines about refused requests as JSON, with the client. */
  readonly privateFile: Pick<LineQueue, "write"> | undefined;
  /** Names the clients. */
  readonly clients: ClientNames;
}

/**
 * Writes a line for each answered request. Only the first refused request of a client (429, or 403 of a banned client)
 * gets one: a client can send tens of thousands in a second, and a line for each would fill the disk. The others
 * are counted, and a line states their number every ten seconds.
 */
export class AccessLog {
  /** The clients that were refused lately, and the requests of each that no line shows yet. */
  #refused = new Map<string, RefusedCount | undefined>();
  readonly #stopTimer = setBackgroundInterval(WRITE_REFUSED_MS, () => this.writeRefused());

  constructor(private readonly options: AccessLogOptions) {}

  /** Writes an answered request. */
  write(record: AccessRecord): void {
    if (record.isRefused && this.#countRefused(record)) return;
    const { outputs, privateFile, clients } = this.options;
    for (const [to, format] of outputs) to.write(() => format.request(record));
    if (!record.isRefused) return;
    privateFile?.write(ACCESS_LINES.json.request(record, clients.of(record.client, record.at)));
  }

  /** Writes what has been counted. The log does so itself every ten seconds. */
  writeRefused(): void {
    const { outputs, privateFile, clients } = this.options;
    const counted = [...this.#refused].filter((entry): entry is [string, RefusedCount] => entry[1] !== undefined);
    // Those that go on get no line of their own for their next requests either. The others are forgotten.
    this.#refused = new Map(counted.map(([client]) => [client, undefined]));
    for (const [client, requests] of counted) {
      const name = client === OTHER_CLIENTS ? client : clients.of(client, requests.since);
      for (const [to, format] of outputs) to.write(format.refused(requests));
      privateFile?.write(ACCESS_LINES.json.refused(requests, name));
    }
  }

  /** Writes what has been counted and stops. */
  close(): void {
    this.#stopTimer();
    this.writeRefused();
  }

  /** Counts a refused request and returns `true`, unless it is the first one of its client, which gets a line. */
  #countRefused({ client, status, at }: AccessRecord): boolean {
    const isNew = !this.#refused.has(client);
    if (isNew && this.#refused.size < MAX_REFUSED_CLIENTS) {
      this.#refused.set(client, undefined);
      return false;
    }
    const name = isNew ? OTHER_CLIENTS : client;
    const { count, since, seconds } = this.#refused.get(name) ?? { count: 0, since: at, seconds: 0 };
    const secondsNow = Math.round(at - since) / 1000;
    this.#refused.set(name, { status, count: count + 1, since, seconds: Math.max(seconds, secondsNow) });
    return true;
  }
}
