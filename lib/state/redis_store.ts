import { Cluster, Redis } from "ioredis";
import { parseRedisUrl, type RedisAddress } from "@/lib/state/state_url.ts";
import { type Counter, MAX_BANS, type Store } from "@/lib/state/store.ts";

/** Longest pause between two attempts to reconnect. */
const MAX_RETRY_MS = 2_000;

/** Options of each connection. */
const CONNECTION = {
  // Commands fail at once while Redis is down, so that requests fall back to memory instead of waiting in a queue.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  // Without it, a connection whose other end vanished would be used for a quarter of an hour.
  socketTimeout: 10_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, MAX_RETRY_MS),
  // A primary that became a replica: a new connection finds the new primary, through the sentinels or through DNS.
  reconnectOnError: ({ message }: Error) => message.includes("READONLY"),
};

// Scripts change several things atomically. Each uses one key, so that a cluster needs no hash tags. They calculate
// with the clock of Redis, because those of the instances may differ or be set back.

/** A window that would last too long is over, too: the clock of Redis was set back. */
const ADD_POINTS = `
  local resetMs = redis.call("PTTL", KEYS[1])
  local windowMs = tonumber(ARGV[2])
  if resetMs < 0 or resetMs > windowMs then
    redis.call("SET", KEYS[1], ARGV[1], "PX", windowMs)
    return { tonumber(ARGV[1]), windowMs }
  end
  return { redis.call("INCRBY", KEYS[1], ARGV[1]), resetMs }`;

const NOW = `
  local time = redis.call("TIME")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Returns clients and milliseconds in turn. The key is a sorted set: the score of a client is the end of its ban. */
const LOAD_BANS = `${NOW}
  redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
  local bans = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
  for i = 2, #bans, 2 do bans[i] = bans[i] - now end
  return bans`;

const SAVE_BANS = `${NOW}
  for i = 1, #ARGV, 2 do redis.call("ZADD", KEYS[1], now + ARGV[i + 1], ARGV[i]) end
  redis.call("ZREMRANGEBYRANK", KEYS[1], 0, ${-MAX_BANS - 1})`;

/**
 * Opens Redis, also through sentinels or as a cluster, and waits for the first attempt to connect. A lost connection is
 * reopened automatically. A command that fails without a connection rejects with the reason why there is none.
 *
 * @throws {TypeError} if `url` is not a URL of Redis.
 */
export async function openRedisStore(url: string, onReconnect: () => void): Promise<Store> {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new TypeError("Cannot open Redis: its URL is malformed");
  const redis = connect(address);
  let reason: Error & { command?: { name: string } } | undefined;
  const onError = (error: Error, host?: string) => {
    // These two only repeat that no host could be used. The error of each host was reported before.
    if (error.name === "ClusterAllFailedError" || error.message.startsWith("All sentinels are unreachable")) return;
    reason = host === undefined ? error : new Error(`${host}: ${error.message}`, { cause: error });
  };
  for (const event of ["error", "sentinelError", "node error"] as const) redis.on(event as "error", onError);
  redis.on("connect", () => reason = undefined);
  await new Promise<void>((resolve) => {
    for (const event of ["ready", "error", "close"] as const) redis.once(event, () => resolve());
  });
  redis.on("ready", onReconnect);

  const call = async (command: string, args: (string | number)[]): Promise<unknown> => {
    // After this error the client would continue with database 0.
    if (reason?.command?.name === "select") throw reason;
    try {
      return await redis.call(command, args);
    } catch (error) {
      if (!(error instanceof Error) || error.name === "ReplyError") throw error;
      // What the client says otherwise is about its own options.
      throw reason ??
        (/redirections/.test(error.message) ? error : new Error("Connection is closed", { cause: error }));
    }
  };
  const bansKey = `${address.prefix}:bans`;
  const toKey = ({ name, client }: Counter) => `${address.prefix}:${name}:${client}`;
  return {
    async addPoints({ points, windowMs, ...counter }) {
      const reply = await call("EVAL", [ADD_POINTS, 1, toKey(counter), points, windowMs]);
      const [total, resetMs] = reply as [number, number];
      return { points: total, resetMs };
    },
    async loadBans() {
      const found = await call("EVAL", [LOAD_BANS, 1, bansKey]) as (string | number)[];
      const pairs = Array.from({ length: found.length / 2 }, (_, i) => found.slice(2 * i, 2 * i + 2));
      return pairs.map(([client, leftMs]) => ({ client: String(client), leftMs: Number(leftMs) }));
    },
    async saveBans(bans) {
      await call("EVAL", [SAVE_BANS, 1, bansKey, ...bans.flatMap(({ client, leftMs }) => [client, leftMs])]);
    },
    async deleteBan(client) {
      await call("ZREM", [bansKey, client]);
    },
    async resetPoints(counter) {
      await call("DEL", [toKey(counter)]);
    },
    close: () => redis.disconnect(),
  };
}

function connect({ scheme, hosts, username, password, path }: RedisAddress): Redis | Cluster {
  const login = { ...CONNECTION, ...password && { password }, ...username && { username } };
  if (scheme === "redis-sentinel") return new Redis({ ...login, sentinels: [...hosts], name: path });
  if (scheme === "redis") return new Redis({ ...login, ...hosts[0], db: Number(path) });
  if (scheme === "rediss") return new Redis({ ...login, ...hosts[0], db: Number(path), tls: {} });
  return new Cluster([...hosts], {
    redisOptions: login,
    enableOfflineQueue: false,
    clusterRetryStrategy: CONNECTION.retryStrategy,
    // With more the request would stop waiting before it learns why nothing works.
    maxRedirections: 3,
  });
}
