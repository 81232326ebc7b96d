import type { AccessRecord } from "@/lib/http/access_record.ts";

/** Maximum number of clients that are counted separately, about 2 MB. All others are counted together. */
const MAX_CLIENTS = 10_000;

/** The name of all clients beyond that. No client has an address like this. */
export const OTHER_CLIENTS = "others";

/** The refused requests of a client that no line shows yet. */
export interface RefusedCount {
  /** The status of the last request. */
  readonly status: number;
  readonly count: number;
  /** The times of the first and the last request, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/**
 * Counts requests of clients that are banned or have no points left. A client can send tens of thousands of them in a
 * second, and a line for each would fill the disk.
 */
export class RefusedRequests {
  #counts = new Map<string, RefusedCount | undefined>();

  /** How many clients were refused lately. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a request. Returns `true` for the first one of a client, which deserves a line of its own. */
  add({ client, status, at }: Pick<AccessRecord, "client" | "status" | "at">): boolean {
    const isNew = !this.#counts.has(client);
    if (isNew && this.#counts.size < MAX_CLIENTS) {
      this.#counts.set(client, undefined);
      return true;
    }
    const name = isNew ? OTHER_CLIENTS : client;
    const { count, since, until } = this.#counts.get(name) ?? { count: 0, since: at, until: at };
    this.#counts.set(name, { status, count: count + 1, since, until: Math.max(until, at) });
    return false;
  }

  /** Returns what was counted since the last call, and forgets the clients that have sent nothing since then. */
  take(): [client: string, requests: RefusedCount][] {
    const counted = [...this.#counts].filter((entry): entry is [string, RefusedCount] => entry[1] !== undefined);
    // They go on, so their next requests get no line of their own either.
    this.#counts = new Map(counted.map(([client]) => [client, undefined]));
    return counted;
  }
}
