import { sleep } from "@/lib/async/deadline.ts";

/**
 * Time between the refusals of one client. As long as a connection has requests, Deno answers them before those of
 * others, and refused requests cost no points: without this time a client that sends the next ones before it has read a
 * response makes everybody else wait for 70 ms, without end.
 */
const INTERVAL_MS = 5;

/** The longest wait, so that requests of a client that is refused do not pile up. */
const MAX_WAIT_MS = 1_000;

/** Options of {@linkcode Refusals}. */
export interface RefusalsOptions {
  /**
   * Whether a proxy is in front. A cache there may let others wait for the same response, so a refusal does not wait
   * for the ones before it.
   */
  readonly isBehindProxy: boolean;
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Delays the responses to clients that are banned or over their limit, so that they follow one another slowly. */
export class Refusals {
  readonly #options: Required<RefusalsOptions>;
  /** When the last refusal of each client is sent. Only clients whose refusals are waiting are in memory. */
  readonly #lastAt = new Map<string, number>();

  constructor(options: RefusalsOptions) {
    this.#options = { clock: () => performance.now(), sleep, ...options };
  }

  /** Waits until the client may get its next refusal. */
  async wait(client: string): Promise<void> {
    const { isBehindProxy, clock, sleep } = this.#options;
    if (isBehindProxy) return await sleep(INTERVAL_MS);
    const now = clock();
    const last = this.#lastAt.get(client) ?? now;
    const at = Math.min(Math.max(last, now) + INTERVAL_MS, now + MAX_WAIT_MS);
    this.#lastAt.set(client, at);
    await sleep(at - now);
    if (this.#lastAt.get(client) === at) this.#lastAt.delete(client);
  }
}
