import { Redis } from "ioredis";
import { parseRedisUrl, type RedisAddress } from "@/lib/store/state_url.ts";
import { type Count, MAX_BANS, RefusedError, type Store, WINDOWS_MS } from "@/lib/store/store.ts";

/** Longest pause between two attempts to reconnect. */
const MAX_RETRY_MS = 2_000;

/** Options of each connection. */
const CONNECTION = {
  // Commands fail at once while Redis is down, because an add that waits in a queue might be counted twice.
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

// Scripts change several things atomically, and calculate with the clock of Redis, because those of the instances may
// differ.

const NOW = `
  local time = redis.call("TIME")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Returns the time and the sums. The arguments are the points and the lifetime of each key in turn. */
const ADD = `${NOW}
  local sums = {}
  for i, key in ipairs(KEYS) do
    sums[i] = redis.call("INCRBY", key, ARGV[2 * i - 1])
    redis.call("PEXPIRE", key, ARGV[2 * i])
  end
  return { now, sums }`;

/** Returns the time, then clients and milliseconds in turn. A client's score is the end of its ban. */
const READ_BANS = `${NOW}
  redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
  local bans = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
  for i = 2, #bans, 2 do bans[i] = bans[i] - now end
  return { now, bans }`;

const WRITE_BAN = `${NOW}
  redis.call("ZADD", KEYS[1], now + ARGV[2], ARGV[1])
  redis.call("ZREMRANGEBYRANK", KEYS[1], 0, ${-MAX_BANS - 1})`;

/** Forgets the wrong tokens of the client, too. The time names their counter; see {@linkcode toKey}. */
const DELETE_BAN = `${NOW}
  redis.call("ZREM", KEYS[1], ARGV[1])
  redis.call("DEL", "pawkit:failures:" .. math.floor(now / ${WINDOWS_MS.failures}) .. ":" .. ARGV[1])`;

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
    if (reason?.command?.name === "select") throw toRefusedError(reason);
    try {
      return await redis.call(command, args);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.name === "ReplyError") throw toRefusedError(error);
      // What the client says otherwise is about its own options.
      const cause = reason ?? new Error("Connection is closed", { cause: error });
      throw isUnsent(error) ? toRefusedError(cause) : cause;
    }
  };
  return {
    async add(counts) {
      // A debt belongs to the next window, so a counter must last for two.
      const values = counts.flatMap(({ name, points }) => [points, 2 * WINDOWS_MS[name]]);
      const reply = await call("EVAL", [ADD, counts.length, ...counts.map(toKey), ...values]);
      const [now, points] = reply as [number, number[]];
      return { now, points };
    },
    async readBans() {
      const reply = await call("EVAL", [READ_BANS, 1, BANS_KEY]);
      const [now, found] = reply as [number, (string | number)[]];
      const pairs = Array.from({ length: found.length / 2 }, (_, i) => found.slice(2 * i, 2 * i + 2));
      return { now, bans: pairs.map(([client, leftMs]) => ({ client: String(client), leftMs: Number(leftMs) })) };
    },
    async writeBan({ client, leftMs }) {
      await call("EVAL", [leftMs > 0 ? WRITE_BAN : DELETE_BAN, 1, BANS_KEY, client, leftMs]);
    },
    close: () => redis.disconnect(),
  };
}

function toKey({ name, window, client }: Omit<Count, "points">): string {
  return `pawkit:${name}:${window}:${client}`;
}

function toRefusedError(cause: Error): RefusedError {
  return new RefusedError(cause.message, { cause });
}

/** Whether the client has no connection on which it could send a command. */
function isUnsent({ message }: Error): boolean {
  return message.includes("enableOfflineQueue options is false");
}

function connect({ isEncrypted, host, port, username, password, database }: RedisAddress): Redis {
  const login = { ...password && { password }, ...username && { username } };
  return new Redis({ ...CONNECTION, ...login, host, port, db: database, ...isEncrypted && { tls: {} } });
}
