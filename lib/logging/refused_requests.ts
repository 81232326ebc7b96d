import type { AccessRecord } from "@/lib/http/access_record.ts";

/** How long the refused requests of a client are counted together. */
export const REFUSAL_WINDOW_MS = 10_000;

/** Maximum number of clients that are counted separately, about 2 MB. All others are counted together. */
const MAX_CLIENTS = 10_000;

/** The name of all clients beyond that. */
const OTHERS = "others";

/** The refused requests of a client that no line shows yet. Times are in milliseconds since the start of the process. */
export interface Refusals {
  /** The client, or `undefined` for several. */
  readonly client: string | undefined;
  /** The status of the last request. */
  readonly status: number;
  readonly count: number;
  readonly since: number;
  readonly until: number;
}

interface Window {
  readonly startsAt: number;
  count: number;
  status: number;
  since: number;
  until: number;
}

/**
 * Counts requests of clients that are banned or have no points left. A client can send tens of thousands of them in a
 * second, and a line for each would fill the disk.
 */
export class RefusedRequests {
  // In the order in which the windows began.
  readonly #windows = new Map<string, Window>();

  /** How many clients were refused lately. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request. Returns `true` for the first one of a client, which deserves a line of its own. */
  add({ client, status, startedAt }: Pick<AccessRecord, "client" | "status" | "startedAt">): boolean {
    const isKnown = this.#windows.has(client);
    const name = isKnown || this.#windows.size < MAX_CLIENTS ? client : OTHERS;
    const window = this.#windows.get(name);
    if (window === undefined) {
      this.#windows.set(name, createWindow(startedAt, name === OTHERS ? 1 : 0, status));
      return name !== OTHERS;
    }
    if (window.count === 0) window.since = startedAt;
    window.count++;
    window.status = status;
    window.until = Math.max(window.until, startedAt);
    return false;
  }

  /** Ends the windows that began at least ten seconds before `now`, and returns their requests. */
  end(now: number): Refusals[] {
    const ended: Refusals[] = [];
    for (const [name, { startsAt, count, status, since, until }] of this.#windows) {
      if (now - startsAt < REFUSAL_WINDOW_MS) break;
      this.#windows.delete(name);
      if (count === 0) continue;
      ended.push({ client: name === OTHERS ? undefined : name, status, count, since, until });
      // The client goes on, so its next requests get no line of their own either.
      if (now < Infinity) this.#windows.set(name, createWindow(now, 0, status));
    }
    return ended;
  }
}

function createWindow(startsAt: number, count: number, status: number): Window {
  return { startsAt, count, status, since: startsAt, until: startsAt };
}
