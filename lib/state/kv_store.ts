import { dirname } from "@std/path";
import { sleep } from "@/lib/async/deadline.ts";
import { type AddPointsOptions, type Counter, MAX_BANS, type Store, type Total } from "@/lib/state/store.ts";

/** A counter as it is stored. */
interface StoredTotal {
  readonly points: number;
  readonly endsAt: number;
}

/** Each ban is stored under its client. Deleting the key lifts the ban. */
const BANS_PREFIX = ["pawkit", "bans"];

/** How long an operation that conflicts with others is repeated. Requests continue without its result before that. */
const GIVE_UP_MS = 2_000;

/** Longest pause before the next attempt while another process on this machine writes to the file. */
const MAX_PAUSE_MS = 10;

/**
 * Opens Deno KV: with `kv:<path>` a file, whose folder is created if it is missing, with `kv:` that of the host.
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
export async function openKvStore(url: string): Promise<Store> {
  const kv = await openKv(url);
  return {
    addPoints: (options) => retry(() => addPoints(kv, options)),
    async loadBans() {
      const list = () => Array.fromAsync(kv.list<number>({ prefix: BANS_PREFIX }, { limit: MAX_BANS }));
      const entries = await retry(list);
      const bans = entries.map(({ key, value }) => ({ client: String(key.at(-1)), leftMs: value - Date.now() }));
      // KV deletes expired entries with a delay.
      return bans.filter(({ leftMs }) => leftMs > 0);
    },
    async saveBans(bans) {
      for (const { client, leftMs: expireIn } of bans) {
        await retry(() => kv.set([...BANS_PREFIX, client], Date.now() + expireIn, { expireIn }));
      }
    },
    deleteBan: (client) => retry(() => kv.delete([...BANS_PREFIX, client])),
    resetPoints: (counter) => retry(() => kv.delete(toKey(counter))),
    close: () => kv.close(),
  };
}

async function addPoints(kv: Deno.Kv, { points, windowMs, ...counter }: AddPointsOptions): Promise<Total> {
  const key = toKey(counter);
  const entry = await kv.get<StoredTotal>(key);
  const now = Date.now();
  // A window that would last too long is over, too: the clock was set back.
  const isRunning = entry.value !== null && entry.value.endsAt > now && entry.value.endsAt <= now + windowMs;
  const last = isRunning ? entry.value : { points: 0, endsAt: now + windowMs };
  const next: StoredTotal = { points: last.points + points, endsAt: last.endsAt };
  const resetMs = next.endsAt - now;
  const { ok } = await kv.atomic().check(entry).set(key, next, { expireIn: resetMs }).commit();
  if (!ok) throw new ConflictError();
  return { points: next.points, resetMs };
}

function toKey({ name, client }: Counter): Deno.KvKey {
  return ["pawkit", name, client];
}

/** Another instance changed the same counter first. */
class ConflictError extends Error {}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + GIVE_UP_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end || !isTemporary(error)) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

// SQLite has one writer at a time, and Deno KV throws instead of waiting for its turn.
function isTemporary(error: unknown): boolean {
  return error instanceof ConflictError || (error instanceof Error && error.message.includes("database is locked"));
}
