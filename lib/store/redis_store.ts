import { Redis } from "ioredis";
import { parseRedisUrl, type RedisAddress } from "@/lib/store/state_url.ts";
import { type Counter, FAILURES_MS, MAX_BANS, POINTS_MS, type Store } from "@/lib/store/store.ts";

/** Longest pause between two attempts to reconnect. */
const MAX_RETRY_MS = 2_000;

/** Options of each connection. */
const CONNECTION = {
  // Commands fail at once while Redis is down, instead of waiting in a queue.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  // Without it, a connection whose other end vanished would be used for a quarter of an hour.
  socketTimeout: 10_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, MAX_RETRY_MS),
  // A primary that became a replica: a new connection may find the new primary through DNS.
  reconnectOnError: ({ message }: Error) => message.includes("READONLY"),
};

const BANS_KEY = "pawkit:bans";

/**
 * Returns the sums. The first argument is the lifetime of the keys, the second whether each add extends it, then follow
 * the numbers to add. A key of another type or range, which is not ours, has the sum 0 and must not stop the others;
 * any other error is that of Redis itself.
 */
const ADD = `
  local sums = {}
  for i, key in ipairs(KEYS) do
    local sum = redis.pcall("INCRBY", key, ARGV[i + 2])
    if type(sum) == "number" then
      if ARGV[2] == "1" or redis.call("PTTL", key) < 0 then redis.call("PEXPIRE", key, ARGV[1]) end
      sums[i] = sum
    elseif string.find(sum.err, "^WRONGTYPE") or string.find(sum.err, "not an integer") or
        string.find(sum.err, "overflow") then
      sums[i] = 0
    else
      return sum
    end
  end
  return sums`;

// The clock of Redis decides when a ban ends, because those of the instances may differ.
const NOW = `
  local time = redis.call("TIME")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Returns clients and milliseconds in turn. A client's score is the end of its ban. */
const READ_BANS = `${NOW}
  redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
  local bans = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
  for i = 2, #bans, 2 do bans[i] = bans[i] - now end
  return bans`;

const WRITE_BAN = `${NOW}
  redis.call("ZADD", KEYS[1], now + ARGV[2], ARGV[1])
  redis.call("ZREMRANGEBYRANK", KEYS[1], 0, ${-MAX_BANS - 1})`;

/** Forgets the wrong tokens of the client, too. */
const DELETE_BAN = `
  redis.call("ZREM", KEYS[1], ARGV[1])
  redis.call("DEL", KEYS[2])`;

/**
 * Opens Redis and waits for the first attempt to connect. A lost connection is reopened automatically. A command that
 * fails without a connection rejects with the reason why there is none.
 *
 * @throws {TypeError} if `url` is not a URL of Redis.
 */
export async function openRedisStore(url: string): Promise<Store> {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new TypeError("Cannot open Redis: its URL is malformed");
  const redis = connect(address);
  let reason: Error & { command?: { name: string } } | undefined;
  redis.on("error", (error) => reason = error);
  redis.on("connect", () => reason = undefined);
  await new Promise<void>((resolve) => {
    for (const event of ["ready", "error", "close"] as const) redis.once(event, () => resolve());
  });

  const call = async (command: string, args: (string | number)[]): Promise<unknown> => {
    // After this error the client would continue with database 0.
    if (reason?.command?.name === "select") throw reason;
    try {
      return await redis.call(command, args);
    } catch (error) {
      if (error instanceof Error && error.name === "ReplyError") throw error;
      // What the client says otherwise is about its own options.
      throw reason ?? new Error("Connection is closed", { cause: error });
    }
  };
  return {
    async add(counter, counts) {
      const keys = counts.map(({ client }) => toKey(counter, client));
      const lifetime = counter === "points" ? [POINTS_MS, 1] : [FAILURES_MS, 0];
      const numbers = counts.map(({ points }) => points);
      return await call("EVAL", [ADD, keys.length, ...keys, ...lifetime, ...numbers]) as number[];
    },
    async readBans() {
      const found = await call("EVAL", [READ_BANS, 1, BANS_KEY]) as (string | number)[];
      const pairs = Array.from({ length: found.length / 2 }, (_, i) => found.slice(2 * i, 2 * i + 2));
      return pairs.map(([client, leftMs]) => ({ client: String(client), leftMs: Number(leftMs) }));
    },
    async writeBan({ client, leftMs }) {
      if (leftMs > 0) await call("EVAL", [WRITE_BAN, 1, BANS_KEY, client, leftMs]);
      else await call("EVAL", [DELETE_BAN, 2, BANS_KEY, toKey("failures", client), client]);
    },
    close: () => redis.disconnect(),
  };
}

function toKey(counter: Counter, client: string): string {
  return `pawkit:${counter}:${client}`;
}

function connect({ isEncrypted, host, port, username, password, database }: RedisAddress): Redis {
  const login = { ...password && { password }, ...username && { username } };
  return new Redis({ ...CONNECTION, ...login, host, port, db: database, ...isEncrypted && { tls: {} } });
}
