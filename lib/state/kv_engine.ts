import { openKv } from "@/lib/state/open_kv.ts";
import type { Ban, Counter, CounterOptions, StateEngine, Total } from "@/lib/state/state_engine.ts";

/** A counter as it lies in the store. */
interface StoredTotal {
  readonly points: number;
  readonly endsAt: number;
}

/** Each ban lies under its client: deleting the key lifts it. */
const BANS_PREFIX = ["pawkit", "bans"];

/** Bans listed at most, so that an attacker with many addresses cannot fill the memory. */
const MAX_BANS = 100_000;

/** Time after which an addition that always clashes is given up; nobody waits for it that long. */
const GIVE_UP_MS = 2_000;

/** Longest pause before another attempt when a second process on this machine writes to the file right now. */
const MAX_PAUSE_MS = 10;

/**
 * Opens Deno KV: the file `path`, or the database that belongs to this deployment.
 *
 * @throws {TypeError} When no KV database is attached.
 * @throws {Error} When the file or its folder cannot be made.
 */
export async function openKvEngine(path: string | undefined): Promise<StateEngine> {
  return new KvEngine(await openKv(path));
}

class KvEngine implements StateEngine {
  readonly #kv: Deno.Kv;

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  counter(options: CounterOptions): Counter {
    return { add: (client, points) => this.#add(["pawkit", options.name, client], points, options.windowMs) };
  }

  async loadBans(): Promise<Ban[]> {
    const bans: Ban[] = [];
    const list = () => Array.fromAsync(this.#kv.list<number>({ prefix: BANS_PREFIX }, { limit: MAX_BANS }));
    for (const { key, value: until } of await retry(list)) {
      // KV deletes what has expired some time later, not at once.
      if (until > Date.now()) bans.push({ client: String(key[BANS_PREFIX.length]), until });
    }
    return bans;
  }

  async saveBans(bans: readonly Ban[]): Promise<void> {
    for (const { client, until } of bans) {
      const expireIn = Math.max(1, until - Date.now());
      await retry(() => this.#kv.set([...BANS_PREFIX, client], until, { expireIn }));
    }
  }

  close(): Promise<void> {
    this.#kv.close();
    return Promise.resolve();
  }

  #add(key: Deno.KvKey, points: number, windowMs: number): Promise<Total> {
    return retry(async () => {
      const entry = await this.#kv.get<StoredTotal>(key);
      const now = Date.now();
      const last = entry.value !== null && entry.value.endsAt > now
        ? entry.value
        : { points: 0, endsAt: now + windowMs };
      const next: StoredTotal = { points: last.points + points, endsAt: last.endsAt };
      const expireIn = next.endsAt - now;
      const { ok } = await this.#kv.atomic().check(entry).set(key, next, { expireIn }).commit();
      if (!ok) throw new Clash();
      return { points: next.points, resetMs: expireIn };
    });
  }
}

/** Another instance changed the same counter first. */
class Clash extends Error {}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + GIVE_UP_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
    }
  }
}

// SQLite has one writer at a time, and Deno KV does not wait for its turn.
function isPassing(error: unknown): boolean {
  return error instanceof Clash || (error instanceof Error && error.message.includes("database is locked"));
}
