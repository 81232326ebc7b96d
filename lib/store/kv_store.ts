import { dirname } from "@std/path";
import { sleep } from "@/lib/async/deadline.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { parseStateUrl } from "@/lib/store/state_url.ts";
import { type Count, FAILURES_MS, MAX_BANS, MAX_COUNTS, type Store } from "@/lib/store/store.ts";

/** Each ban is stored under its client, and its value is its end. Deleting the key lifts the ban. */
const BANS_PREFIX = ["pawkit", "bans"];

/** Keys in one read, the most that Deno KV accepts. */
const MAX_READ_KEYS = 10;

/** The wrong tokens of a client. */
const FAILURES_PREFIX = ["pawkit", "failures"];

/**
 * The points of a client in ten minutes of this machine's clock: their number follows, then the client. They are not in
 * one key, because `sum` ignores an expiry, and old keys can only be deleted by their range. Machines whose clocks
 * differ count apart for that time.
 */
const POINTS_PREFIX = ["pawkit", "points"];
const POINTS_WINDOW_MS = 600_000;

/** The counters of version 3. Their keys contain addresses of clients, which would stay after an upgrade. */
const LEGACY_WINDOWS = [
  { prefix: ["pawkit", "limit"], windowMs: 60_000 },
  { prefix: FAILURES_PREFIX, windowMs: 600_000 },
];

/** All counters with a window in their key. */
const WINDOWS = [{ prefix: POINTS_PREFIX, windowMs: POINTS_WINDOW_MS }, ...LEGACY_WINDOWS];

/** Interval at which old keys are deleted. */
const DELETE_EVERY_MS = 60_000;

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
  const { file: path } = parseStateUrl(url);
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
  const { file: path } = parseStateUrl(url);
  let kv = await openKv(url);
  let inode = await readInode(path);
  let deletedAt = -Infinity;
  return {
    async add(counter, counts) {
      const now = clock();
      if (counter === "failures") return await Promise.all(counts.map((count) => addFailures(kv, count, now)));
      // The clock may have been set back.
      if (Math.abs(now - deletedAt) >= DELETE_EVERY_MS) {
        deletedAt = now;
        await deleteOldWindows(kv, now);
      }
      return await addPoints(kv, counts, Math.floor(now / POINTS_WINDOW_MS));
    },
    async readBans() {
      // A process goes on with a file that was deleted, alone, and loses everything at its end.
      if (await readInode(path) !== inode) {
        const deleted = kv;
        kv = await openKv(url);
        inode = await readInode(path);
        deleted.close();
      }
      const list = () => Array.fromAsync(kv.list<number>({ prefix: BANS_PREFIX }, { limit: MAX_BANS }));
      const entries = await retry(list);
      const now = clock();
      const bans = entries.map(({ key, value }) => ({ client: String(key.at(-1)), leftMs: value - now }));
      // KV deletes expired entries with a delay.
      return bans.filter(({ leftMs }) => leftMs > 0).sort((a, b) => a.leftMs - b.leftMs);
    },
    async writeBan({ client, leftMs: expireIn }) {
      const key = [...BANS_PREFIX, client];
      if (expireIn > 0) await retry(() => kv.set(key, clock() + expireIn, { expireIn }));
      else await retry(() => kv.atomic().delete(key).delete([...FAILURES_PREFIX, client]).commit());
    },
    close: () => kv.close(),
  };
}

/** Returns what tells a file from another one that replaced it, or `undefined` if there is none. */
async function readInode(path: string | undefined): Promise<number | null | undefined> {
  return path === undefined ? undefined : (await ifExists(Deno.stat(path)))?.ino;
}

async function addPoints(kv: Deno.Kv, counts: readonly Count[], window: number): Promise<number[]> {
  const keys = counts.map(({ client }) => [...POINTS_PREFIX, window, client]);
  const commit = kv.atomic();
  for (const [i, { points }] of counts.entries()) commit.sum(keys[i]!, BigInt(points));
  await retry(() => commit.commit());
  const sums: number[] = [];
  for (let i = 0; i < keys.length; i += MAX_READ_KEYS) {
    const entries = await retry(() => kv.getMany<Deno.KvU64[]>(keys.slice(i, i + MAX_READ_KEYS)));
    sums.push(...entries.map(({ value }) => Number(value?.value ?? 0)));
  }
  return sums;
}

/** Deletes all windows before the previous one, which another machine may still use. */
async function deleteOldWindows(kv: Deno.Kv, now: number): Promise<void> {
  for (const { prefix, windowMs } of WINDOWS) {
    const range = { start: [...prefix, -Infinity], end: [...prefix, Math.floor(now / windowMs) - 1] };
    while (true) {
      const entries = await retry(() => Array.fromAsync(kv.list(range, { limit: MAX_COUNTS })));
      if (entries.length === 0) break;
      const commit = kv.atomic();
      for (const { key } of entries) commit.delete(key);
      await retry(() => commit.commit());
    }
  }
}

async function addFailures(kv: Deno.Kv, { client, points }: Count, now: number): Promise<number> {
  const key = [...FAILURES_PREFIX, client];
  while (true) {
    const entry = await retry(() => kv.get<{ count: number; end: number }>(key));
    // KV deletes expired entries with a delay.
    const old = entry.value !== null && entry.value.end > now ? entry.value : { count: 0, end: now + FAILURES_MS };
    const failures = { ...old, count: old.count + points };
    const commit = kv.atomic().check(entry).set(key, failures, { expireIn: old.end - now });
    if ((await retry(() => commit.commit())).ok) return failures.count;
  }
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
function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}
