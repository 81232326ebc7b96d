import { toRateLimitPolicy } from "@/lib/access/points.ts";
import type { Share } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";

/**
 * How many of each a client may have in progress. Filters and drawings are not limited: their queue is fair.
 *
 * - A lookup takes milliseconds. If the name server is silent, waiting for two at once is enough.
 * - Four downloads, or two uploads, leave most of the memory to the others.
 */
const MAX_HELD: Readonly<Record<Share, number>> = { lookup: 2, download: 4, upload: 2 };

/** A page or a bot sends a handful of requests in parallel. They must wait for each other instead of failing. */
const MAX_WAITING = 8;

interface Usage {
  held: number;
  /** Called in this order, each when one is released. */
  readonly waiting: Set<() => void>;
}

/**
 * A semaphore for each client and share: limits how many a client holds at once, whatever its points. Only clients
 * that hold or wait for something are in memory, so its size depends on what is in progress, not on all clients.
 */
export class Shares {
  readonly #usages = new Map<string, Usage>();
  /** How often each was refused. */
  readonly refused: Record<Share, number> = { lookup: 0, download: 0, upload: 0 };

  /** All shares are multiplied by `factor`, the setting CLIENT_SHARES. A refusal states the policy of `rateLimit`. */
  constructor(private readonly factor: number, private readonly rateLimit?: number) {}

  /** The number of clients that hold or wait for something, counted once for each share. */
  get size(): number {
    return this.#usages.size;
  }

  /**
   * Lets a client have one more in progress, when one of its share is free. Disposing the result releases it.
   *
   * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
   * @throws the reason of `signal` if it aborts while waiting.
   */
  async acquire(client: string, share: Share, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    const key = `${share} ${client}`;
    const usage = this.#usages.get(key) ?? { held: 0, waiting: new Set() };
    if (usage.held < MAX_HELD[share] * this.factor) {
      usage.held++;
      this.#usages.set(key, usage);
    } else {
      if (usage.waiting.size >= MAX_WAITING * this.factor) {
        this.refused[share]++;
        throw shareExceededError(share, MAX_WAITING * this.factor, this.rateLimit);
      }
      await waitIn(usage.waiting, signal);
    }
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#release(key, usage);
        isHeld = false;
      },
    };
  }

  #release(key: string, usage: Usage): void {
    const [next] = usage.waiting;
    // The next one takes over, so that a newcomer cannot overtake it.
    if (next !== undefined) return next();
    usage.held--;
    if (usage.held === 0) this.#usages.delete(key);
  }
}

function shareExceededError(share: Share, limit: number, rateLimit: number | undefined): ApiError {
  // By then, some of the waiting requests have usually ended.
  const seconds = 2;
  const message =
    `Cannot accept more ${share}s from you at once: ${limit} are waiting already, try again in ${seconds} s`;
  const policy = rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) };
  const headers = { "retry-after": String(seconds), ...policy };
  return new ApiError("rate_limited", message, { details: { share, limit }, headers });
}

async function waitIn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const start = () => {
    waiting.delete(start);
    resolve();
  };
  const onAbort = () => {
    waiting.delete(start);
    reject(signal.reason);
  };
  waiting.add(start);
  signal.addEventListener("abort", onAbort);
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
