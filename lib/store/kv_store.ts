import { dirname } from "@std/path";
import { sleep } from "@/lib/async/deadline.ts";
import {
  type Count,
  MAX_BANS,
  MAX_COUNTS,
  RefusedError,
  type Store,
  type Sums,
  WINDOWS_MS,
} from "@/lib/store/store.ts";

/** Each ban is stored under its client, and its value is its end. Deleting the key lifts the ban. */
const BANS_PREFIX = ["pawkit", "bans"];

/** Keys in one read, the most that Deno KV accepts. */
const MAX_READ_KEYS = 10;

/** Interval at which old counters are deleted, because `sum` ignores an expiry. */
const DELETE_EVERY_MS = 60_000;

/** How many windows a counter is kept after its own. */
const KEPT_WINDOWS = 2;

/** How long an operation is repeated while another process writes to the file. */
const GIVE_UP_MS = 2_000;

/** Longest pause before the next attempt. */
const MAX_PAUSE_MS = 10;

/**
 * Opens Deno KV: with `kv:<path>` a file, whose folder is created if it is missing, with `kv:` the
 * database that the host provides.
 *
 * @throws {TypeError} if no database is attached.
 * @throws {Error} if the file or its folder cannot be created.
 */
export async function openKv(url: string): Promise<Deno.Kv> {
  const path = url.slice("kv:".length) || undefined;
  try {
    return await Deno.openKv(path);
  } catch (error) {
    if (path === undefined) throw error;
    // Only after an error: if the folder exists, the service may have no permission to create it.
    await Deno.mkdir(dirname(path), { recursive: true }).catch((reason) => {
      throw reason instanceof Deno.errors.NotCapable ? error : reason;
    });
    return await Deno.openKv(path);
  }
}

/** Opens Deno KV as the store; {@linkcode openKv} describes `url` and the errors. */
export async function openKvStore(url: string, clock: () => number = Date.now): Promise<Store> {
  const kv = await openKv(url);
  let deletedAt = -Infinity;
  return {
    async add(counts) {
      const sums = await addCounts(kv, counts, clock);
      if (sums.now - deletedAt >= DELETE_EVERY_MS) {
        deletedAt = sums.now;
        await deleteOldCounters(kv, sums.now);
      }
      return sums;
    },
    async readBans() {
      const list = () => Array.fromAsync(kv.list<number>({ prefix: BANS_PREFIX }, { limit: MAX_BANS }));
      const entries = await retry(list);
      const now = clock();
      const bans = entries.map(({ key, value }) => ({ client: String(key.at(-1)), leftMs: value - now }));
      // KV deletes expired entries with a delay.
      return { now, bans: bans.filter(({ leftMs }) => leftMs > 0).sort((a, b) => a.leftMs - b.leftMs) };
    },
    async writeBan({ client, leftMs: expireIn }) {
      const key = [...BANS_PREFIX, client];
      if (expireIn > 0) {
        await retry(() => kv.set(key, clock() + expireIn, { expireIn }));
        return;
      }
      const window = Math.floor(clock() / WINDOWS_MS.failures);
      const failures = toKey({ name: "failures", window, client });
      await retry(() => kv.atomic().delete(key).delete(failures).commit());
    },
    close: () => kv.close(),
  };
}

async function addCounts(kv: Deno.Kv, counts: readonly Count[], clock: () => number): Promise<Sums> {
  const commit = kv.atomic();
  for (const count of counts) commit.sum(toKey(count), BigInt(count.points));
  await retry(() => commit.commit()).catch((error) => {
    throw isLocked(error) ? new RefusedError(error.message, { cause: error }) : error;
  });
  const points: number[] = [];
  for (let i = 0; i < counts.length; i += MAX_READ_KEYS) {
    const keys = counts.slice(i, i + MAX_READ_KEYS).map(toKey);
    const entries = await retry(() => kv.getMany<Deno.KvU64[]>(keys));
    points.push(...entries.map(({ value }) => Number(value?.value ?? 0)));
  }
  return { points, now: clock() };
}

async function deleteOldCounters(kv: Deno.Kv, now: number): Promise<void> {
  for (const [name, windowMs] of Object.entries(WINDOWS_MS)) {
    const end = Math.floor(now / windowMs) - KEPT_WINDOWS;
    const range = { start: ["pawkit", name, 0], end: ["pawkit", name, end] };
    while (true) {
      const entries = await retry(() => Array.fromAsync(kv.list(range, { limit: MAX_COUNTS })));
      if (entries.length === 0) break;
      const commit = kv.atomic();
      for (const { key } of entries) commit.delete(key);
      await retry(() => commit.commit());
    }
  }
}

function toKey({ name, window, client }: Omit<Count, "points">): Deno.KvKey {
  return ["pawkit", name, window, client];
}

/** Repeats an operation of Deno KV for up to two seconds while another process writes to the file. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + GIVE_UP_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end || !isLocked(error)) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

// SQLite has one writer at a time, and Deno KV throws instead of waiting for its turn.
function isLocked(error: unknown): error is Error {
  return error instanceof Error && error.message.includes("database is locked");
}
