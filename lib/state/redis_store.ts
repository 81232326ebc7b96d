import { Redis } from "ioredis";
import { type Counter, MAX_BANS, type Store } from "@/lib/state/store.ts";

/** A sorted set: the member is the client, the score is the end of its ban. `ZREM` lifts a ban. */
const BANS_KEY = "pawkit:bans";

/** Longest pause between two attempts to reconnect. */
const MAX_RETRY_MS = 2_000;

/** A script, so that the counter and its expiry change atomically. A key without an expiry would never be reset. */
const ADD_POINTS = `
  local points = redis.call("INCRBY", KEYS[1], ARGV[1])
  local resetMs = redis.call("PTTL", KEYS[1])
  if resetMs < 0 then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    resetMs = tonumber(ARGV[2])
  end
  return { points, resetMs }`;

/** Opens Redis and waits for the first attempt to connect. A lost connection is reopened automatically. */
export async function openRedisStore(url: string, onReconnect: () => void): Promise<Store> {
  const redis = new Redis(url, {
    // Commands fail at once while Redis is down, so that requests fall back to memory instead of waiting in a queue.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, MAX_RETRY_MS),
  });
  // Without a listener ioredis prints every failed attempt. SharedStore reports the commands that fail.
  redis.on("error", () => {});
  await new Promise<void>((resolve) => {
    redis.once("ready", resolve);
    redis.once("close", resolve);
  });
  redis.on("ready", onReconnect);
  return {
    async addPoints({ points, windowMs, ...counter }) {
      const reply = await redis.eval(ADD_POINTS, 1, toKey(counter), points, windowMs);
      const [total, resetMs] = reply as [number, number];
      return { points: total, resetMs };
    },
    async loadBans() {
      const found = await redis.zrangebyscore(BANS_KEY, Date.now(), "+inf", "WITHSCORES");
      const pairs = Array.from({ length: found.length / 2 }, (_, i) => found.slice(2 * i, 2 * i + 2));
      return pairs.map(([client = "", until]) => ({ client, until: Number(until) }));
    },
    async saveBans(bans) {
      if (bans.length === 0) return;
      // Not `pipeline().exec()`, which resolves even if Redis refuses a command because its memory or disk is full.
      await Promise.all([
        // Not `zadd()`, because a function cannot be called with as many arguments as there may be bans.
        redis.call("ZADD", [BANS_KEY, ...bans.flatMap(({ client, until }) => [until, client])]),
        redis.zremrangebyscore(BANS_KEY, "-inf", Date.now()),
        redis.zremrangebyrank(BANS_KEY, 0, -MAX_BANS - 1),
      ]);
    },
    async deleteBan(client) {
      await redis.zrem(BANS_KEY, client);
    },
    async resetPoints(counter) {
      await redis.del(toKey(counter));
    },
    close: () => redis.disconnect(),
  };
}

function toKey({ name, client }: Counter): string {
  return `pawkit:${name}:${client}`;
}
