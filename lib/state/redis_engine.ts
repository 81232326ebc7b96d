import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Ban, Counter, CounterOptions, OnReconnect, StateEngine } from "@/lib/state/state_engine.ts";

/** A sorted set: the member is the client, the score when its ban ends. `ZREM` lifts one. */
const BANS_KEY = "pawkit:bans";

/** Bans kept at most, so that an attacker with many addresses cannot fill the store. */
const MAX_BANS = 100_000;

/** Longest pause between two attempts to connect again. */
const MAX_RETRY_MS = 2_000;

/** Opens Redis and waits for the first attempt to connect. It connects again by itself whenever the connection is lost. */
export async function openRedisEngine(url: string, onReconnect: OnReconnect): Promise<StateEngine> {
  const redis = new Redis(url, {
    // Commands fail at once while Redis is away: requests fall back to memory instead of waiting in a queue.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, MAX_RETRY_MS),
  });
  // Without a listener ioredis prints every failed attempt; the failed commands are what we report.
  redis.on("error", () => {});
  await new Promise<void>((resolve) => {
    redis.once("ready", resolve);
    redis.once("close", resolve);
  });
  redis.on("ready", onReconnect);
  return new RedisEngine(redis);
}

class RedisEngine implements StateEngine {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  counter(options: CounterOptions): Counter {
    const limiter = new RateLimiterRedis({
      storeClient: this.#redis,
      keyPrefix: `pawkit:${options.name}`,
      points: Number.MAX_SAFE_INTEGER,
      duration: options.windowMs / 1000,
    });
    return {
      async add(client, points) {
        // "penalty" is the plain addition: "consume" would turn a full counter into a rejection.
        const { consumedPoints, msBeforeNext } = await limiter.penalty(client, points);
        return { points: consumedPoints, resetMs: msBeforeNext };
      },
    };
  }

  async loadBans(): Promise<Ban[]> {
    const found = await this.#redis.zrangebyscore(BANS_KEY, Date.now(), "+inf", "WITHSCORES");
    return Array.from({ length: found.length / 2 }, (_, i) => ({
      client: found[2 * i]!,
      until: Number(found[2 * i + 1]),
    }));
  }

  async saveBans(bans: readonly Ban[]): Promise<void> {
    if (bans.length === 0) return;
    await this.#redis.pipeline()
      .zadd(BANS_KEY, ...bans.flatMap(({ client, until }) => [until, client]))
      .zremrangebyscore(BANS_KEY, "-inf", Date.now())
      .zremrangebyrank(BANS_KEY, 0, -MAX_BANS - 1)
      .exec();
  }

  close(): Promise<void> {
    this.#redis.disconnect();
    return Promise.resolve();
  }
}
