/** A counter after points were added to it. */
export interface Total {
  readonly points: number;
  /** Milliseconds until it starts from zero again. */
  readonly resetMs: number;
}

/** Counts by client, each counter from its first point on for one window. */
export interface Counter {
  /** Adds points and yields the new total over all instances. */
  add(client: string, points: number): Promise<Total>;
}

/** What makes a {@linkcode Counter}. */
export interface CounterOptions {
  /** Keeps the counters of two purposes apart. */
  readonly name: string;
  readonly windowMs: number;
}

/** A client that is kept out. */
export interface Ban {
  readonly client: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A store that all instances share. Everything may reject; {@linkcode SharedState} falls back to memory then. */
export interface StateEngine {
  /** Makes a counter in the store. */
  counter(options: CounterOptions): Counter;
  /** Every ban that has not ended. */
  loadBans(): Promise<Ban[]>;
  /** Adds bans, or replaces their end. */
  saveBans(bans: readonly Ban[]): Promise<void>;
  /** Lets go of the connection. */
  close(): Promise<void>;
}

/** Called with each connection that comes up after the first. */
export type OnReconnect = () => void;

/**
 * Opens the engine that `STATE_URL` names; the code of one that is not asked for is never loaded.
 *
 * @throws {TypeError} When the form of `url` is unknown or Deno KV is not available.
 */
export async function openStateEngine(url: string, onReconnect: OnReconnect): Promise<StateEngine> {
  if (url.startsWith("kv:")) {
    const { openKvEngine } = await import("@/lib/state/kv_engine.ts");
    return await openKvEngine(url.slice("kv:".length) || undefined);
  }
  if (/^rediss?:\/\//.test(url)) {
    const { openRedisEngine } = await import("@/lib/state/redis_engine.ts");
    return await openRedisEngine(url, onReconnect);
  }
  throw new TypeError(
    `Cannot open the state engine as its URL must start with "kv:" or "redis://": current value is "${
      url.split(":")[0]
    }:"`,
  );
}
